/**
 * Replays lines of strace and reports operations to an {@link
 * org.colophon.core.spi.reporter.OperationSink}. Single-threaded; owns no threads or files.
 */
package org.colophon.reporters.strace.replay;
