/**
 * Replays what strace printed: threads and processes, descriptor tables, directories, names, pipes
 * and sockets, and reports what carries provenance to an {@link
 * org.colophon.core.spi.reporter.OperationSink}. Runs on one thread; holds no threads or files.
 */
package org.colophon.reporters.strace.replay;
