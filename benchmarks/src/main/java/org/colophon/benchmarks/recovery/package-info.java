// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of the time until a store is usable again after {@code kill -9}. */
@NullMarked
package org.colophon.benchmarks.recovery;

import org.jspecify.annotations.NullMarked;
