// SPDX-License-Identifier: Apache-2.0
/** Shared logs as topics of Apache Kafka. */
@NullMarked
package org.colophon.history.kafka;

import org.jspecify.annotations.NullMarked;
