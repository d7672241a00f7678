package org.colophon.cli.recording;

/** A reporter that runs, on a thread of its own. */
public interface Run {
  boolean isRunning();

  /** Approximate number of operations reported so far. */
  long reported();

  /** Waits until the reporter has ended, well or not. */
  void await();

  /**
   * Waits until all reported operations are stored, or acknowledged by the service that stores
   * them.
   *
   * @param begunNanos begin of the recording, see {@link System#nanoTime}
   * @throws org.colophon.core.error.ColophonException the reporter's failure
   */
  RecordingSummary finish(long begunNanos);
}
