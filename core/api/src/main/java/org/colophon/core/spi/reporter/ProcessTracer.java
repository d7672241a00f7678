// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

/**
 * Reporter that sees the system calls of processes in order. It sees each call before the process
 * continues, but reports the call a moment later. See {@link ReporterCoordination}. Any thread.
 */
public interface ProcessTracer {
  /** Answer of {@link #processOf} for a thread that is not traced any longer. */
  long NOT_TRACED = -1;

  /** Returns true if this tracer traces a thread that is waiting for the caller's answer. */
  boolean traces(int task);

  /** Returns true if this tracer begins to trace processes that use a mirror. */
  default boolean followsUsers() {
    return false;
  }

  /**
   * Begins to trace a thread that is waiting for the caller's answer, and processes that may
   * exchange data with it. No other tracer traces the thread. Returns false if this tracer does not
   * trace it.
   */
  default boolean follow(int task) {
    return false;
  }

  /** Returns true if processes that are running already may be traced later. */
  boolean takesStrangers();

  /** Reports all earlier events. They are published on return. */
  void catchUp();

  /**
   * Catches up, and returns the process of a traced thread that waits for an answer, as the sink's
   * id. Returns 0 until its first program begins, or {@link #NOT_TRACED}.
   */
  long processOf(int task);

  /**
   * Announces that the thread writes to an object next. First reports held-back events of the
   * thread's process.
   */
  void writes(int task);

  /**
   * Announces that the thread's current call opened an object of a mirror. Called after {@link
   * #processOf} and before the call returns.
   *
   * @param isUnseen whether the mirror does not see the reads and writes of the opened file, so
   *     that the tracer reports them
   */
  void opened(int task, long object, boolean isUnseen);

  /** Announces that the current call's changes to names, lengths or attributes were reported. */
  void reported(int task);
}
