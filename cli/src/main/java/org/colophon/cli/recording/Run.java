package org.colophon.cli.recording;

/** A reporter that runs, on a thread of its own. */
public interface Run {
  boolean isRunning();

  /** Operations reported so far, about. */
  long reported();

  /** Waits until the reporter has ended, well or not. */
  void await();

  /**
   * Waits until everything that was reported is stored, or safe with who stores it.
   *
   * @param begunNanos when the recording began, as {@link System#nanoTime} counts
   * @throws org.colophon.core.error.ColophonException the reporter's failure
   */
  RecordingSummary finish(long begunNanos);
}
