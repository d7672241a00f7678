// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import java.util.Map;

/**
 * Turns one data source into operations.
 *
 * <p>Lifecycle:
 *
 * <ol>
 *   <li>The factory constructs it; no I/O, no threads yet.
 *   <li>{@link #run} once, on a thread of its own. It returns when the source is exhausted or
 *       {@link #stop} was called, and has flushed its sinks by then.
 *   <li>{@link #stop} at any time from any thread, also before or after {@code run} and more than
 *       once. It does not wait.
 * </ol>
 *
 * <p>Malformed input is reported through {@link OperationSink#refuse} and never ends the run. An
 * exception from {@code run} means that the source cannot be watched any longer.
 */
public interface Reporter {
  /** Watches the source and reports until it ends or is stopped. */
  void run(ReporterContext context);

  /** Requests that {@link #run} returns soon. */
  void stop();

  /**
   * Returns true if this reporter waits for more input at the end of its source, until it is
   * stopped. At any time from any thread; quick.
   */
  default boolean isFollowing() {
    return false;
  }

  /**
   * Returns true if watched programs wait for this reporter or its source, as in a mount or under a
   * tracer. Then the kernel keeps its idle class empty, since an idle thread could delay others. At
   * any time from any thread; quick.
   */
  default boolean blocksTracedPrograms() {
    return true;
  }

  /**
   * Returns true if this reporter watches processes until they end, and reports only their
   * operations. Then a sudden end of this JVM loses only their later operations. Otherwise it may
   * lose anything, unless the reporter resumes from {@link ReporterContext#position}. At any time
   * from any thread; quick.
   */
  default boolean watchesProcesses() {
    return false;
  }

  /**
   * Returns true if programs depend on this reporter even when nothing can be recorded, as in a
   * mount. Then a service with a failed store continues until it is stopped. At any time from any
   * thread; quick.
   */
  default boolean keepsServingAfterFailure() {
    return false;
  }

  /**
   * Returns the reporter's counters besides operations, by names in camel case, for monitoring. At
   * any time from any thread, also before and after {@link #run}; quick, and without waiting.
   */
  default Map<String, Long> counters() {
    return Map.of();
  }
}
