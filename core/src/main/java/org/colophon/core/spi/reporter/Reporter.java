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
 *   <li>{@link #stop} at any time from any thread, also before or after {@code run}; more than once
 *       does no harm. It does not wait.
 * </ol>
 *
 * <p>Malformed input is refused through {@link OperationSink#refuse} and never ends the run. An
 * exception out of {@code run} means that the source cannot be watched any more.
 */
public interface Reporter {
  /** Watches the source and reports until it ends or is stopped. */
  void run(ReporterContext context);

  /** Asks {@link #run} to return soon. */
  void stop();

  /**
   * Whether it waits for more when its source has been read, until it is stopped. At any time from
   * any thread; quick.
   */
  default boolean isFollowing() {
    return false;
  }

  /**
   * Whether the programs that it watches wait for it, or for what it reads: those in a mount, those
   * that are traced. Then no thread of this JVM is ever stopped for long so that others may run. At
   * any time from any thread; quick.
   */
  default boolean blocksTracedPrograms() {
    return true;
  }

  /**
   * Returns true if it watches processes until they end, and reports only what they do: then a
   * sudden end of this JVM loses what its processes do afterwards. Otherwise it may lose anything,
   * unless the reporter resumes from {@link ReporterContext#position}. At any time from any thread;
   * quick.
   */
  default boolean watchesProcesses() {
    return false;
  }

  /**
   * Whether somebody depends on it even if nothing can be recorded any more, as those do who work
   * in a mount: then a service whose store failed goes on until it is stopped. At any time from any
   * thread; quick.
   */
  default boolean keepsServingAfterFailure() {
    return false;
  }

  /**
   * What it counts besides its operations, by names in camel case, for whoever looks after it. At
   * any time from any thread, also before and after {@link #run}; quick, and without waiting.
   */
  default Map<String, Long> counters() {
    return Map.of();
  }
}
