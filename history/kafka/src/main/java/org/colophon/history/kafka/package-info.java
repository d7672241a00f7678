/** Shared logs as topics of Apache Kafka. */
@NullMarked
package org.colophon.history.kafka;

import org.jspecify.annotations.NullMarked;
