// SPDX-License-Identifier: Apache-2.0
/**
 * Deterministic streams of operations whose correct answers are known in advance. They are
 * generated in memory, never stored, and passed to any {@link
 * org.colophon.core.spi.reporter.OperationSink}.
 */
@NullMarked
package org.colophon.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
