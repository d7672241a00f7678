/**
 * Deterministic streams of operations whose right answers are known without running anything:
 * generated in memory, never stored, driven into any {@link
 * org.colophon.core.spi.reporter.OperationSink}.
 */
package org.colophon.benchmarks.workload;
