// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

/** A running reporter on a separate thread. */
public interface Run {
  boolean isRunning();

  /** Returns the approximate number of operations reported so far. */
  long reported();

  /** Waits until the reporter has ended, successfully or not. */
  void await();

  /**
   * Waits until all reported operations are stored, or until a service has acknowledged them.
   *
   * @param begunNanos start of the recording, see {@link System#nanoTime}
   * @throws org.colophon.core.error.ColophonException if the reporter failed
   */
  RecordingSummary finish(long begunNanos);
}
