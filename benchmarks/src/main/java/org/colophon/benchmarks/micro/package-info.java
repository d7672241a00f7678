// SPDX-License-Identifier: Apache-2.0
/**
 * JMH benchmarks of single stages. {@code ./colophon bench micro [PATTERN]} runs all benchmarks, or
 * those that match the pattern, with the allocation profiler.
 */
@NullMarked
package org.colophon.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
