// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.copy;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Thread that repeats a task: immediately after success, and with growing pauses after failures.
 */
public final class RetryingThread {
  private static final Logger LOG = System.getLogger(RetryingThread.class.getName());
  private static final long FIRST_PAUSE_MILLIS = 250;
  private static final long LAST_PAUSE_MILLIS = 10_000;

  /** Failure that is reported before the first success. */
  public static final String NOT_CONNECTED = "not connected yet";

  private final String purpose;
  private final Runnable task;
  private final Thread thread;
  private volatile boolean isClosing;
  private volatile String failure = NOT_CONNECTED;

  /**
   * Prepares a thread.
   *
   * @param purpose purpose of the task for the log, such as {@code following URL}
   */
  public RetryingThread(String name, String purpose, Runnable task) {
    this.purpose = purpose;
    this.task = task;
    this.thread = new Thread(this::run, "colophon-" + name);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Returns the reason why the task does not work now; empty if it works. */
  public String failure() {
    return failure;
  }

  public boolean isClosing() {
    return isClosing;
  }

  /** Reports that the task works. */
  public void succeeded() {
    if (!failure.isEmpty()) {
      LOG.log(Level.INFO, purpose);
      failure = "";
    }
  }

  private void run() {
    long pauseMillis = FIRST_PAUSE_MILLIS;
    while (!isClosing()) {
      try {
        task.run();
        pauseMillis = FIRST_PAUSE_MILLIS;
      } catch (RuntimeException | Error e) { // every failure is reported and retried
        pauseMillis = failure.isEmpty() ? FIRST_PAUSE_MILLIS : pauseMillis;
        failed(e);
        rest(pauseMillis);
        pauseMillis = Math.min(LAST_PAUSE_MILLIS, 2 * pauseMillis);
      }
    }
  }

  private void failed(Throwable e) {
    String message = String.valueOf(e.getMessage());
    if (!isClosing() && !message.equals(failure)) {
      LOG.log(Level.WARNING, "not {0}: {1}", purpose, message);
    }
    failure = message;
  }

  /**
   * Waits. {@link #beginClose} and {@link #retry} end the wait early. Called on the task's thread.
   */
  public void rest(long millis) {
    if (!isClosing) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
  }

  /** Ends a pause. */
  public void retry() {
    LockSupport.unpark(thread);
  }

  /** Signals the task to end. */
  public void beginClose() {
    isClosing = true;
    retry();
  }

  /** Signals the task to end, and waits. */
  public void close(long millis) {
    beginClose();
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
