// SPDX-License-Identifier: Apache-2.0
/** Counters that account for every operation. */
@NullMarked
package org.colophon.core.metrics;

import org.jspecify.annotations.NullMarked;
