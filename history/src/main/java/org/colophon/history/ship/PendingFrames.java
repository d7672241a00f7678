// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.ship;

import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.log.SharedLogWriter;
import org.jspecify.annotations.Nullable;

/**
 * Frames that were sent but not acknowledged. Limits the sum of their sizes. One thread sends;
 * another acknowledges, in the same order.
 */
final class PendingFrames {
  private static final long MAX_BYTES = 32L << 20;
  private static final long ROOM_MILLIS = 100;
  private static final long LAST_MILLIS = 2000;
  private static final long DELAY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private long bytes;
  private long acknowledgedLsn;
  private long lastProgressNanos = System.nanoTime();
  private @Nullable Exception failure;

  /**
   * Adds a frame. Waits some time until its size is within the limit. Returns null if the time
   * expires.
   */
  synchronized SharedLogWriter.@Nullable Acknowledgement expect(long lsn, int length) {
    await(MAX_BYTES, ROOM_MILLIS);
    if (bytes > MAX_BYTES || failure != null) {
      return null;
    }
    if (bytes == 0) {
      lastProgressNanos = System.nanoTime();
    }
    bytes += length;
    return failed -> done(lsn, length, failed);
  }

  private synchronized void done(long lsn, int length, @Nullable Exception failed) {
    bytes -= length;
    lastProgressNanos = System.nanoTime();
    if (failed != null && failure == null) {
      failure = failed;
    }
    if (failure == null) {
      acknowledgedLsn = lsn;
    }
    notifyAll();
  }

  /**
   * Waits some time until at most some bytes are pending, or a frame has failed.
   *
   * @param most maximum number of pending bytes
   */
  private synchronized void await(long most, long millis) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long left = millis;
    try {
      while (bytes > most && failure == null && left > 0) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      }
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("waiting for acknowledgements", e);
    }
  }

  /** Returns the last LSN up to which all frames are acknowledged; 0 for none. */
  synchronized long acknowledgedLsn() {
    return acknowledgedLsn;
  }

  synchronized boolean isEmpty() {
    return bytes == 0;
  }

  /** Waits some time until all frames are acknowledged. */
  void awaitNone() {
    await(0, LAST_MILLIS);
  }

  synchronized void throwIfFailed() {
    if (failure != null) {
      throw ErrorCode.IO_FAILED.exception(
          "a frame was not acknowledged: " + failure.getMessage(), failure);
    }
  }

  /** Returns a message if acknowledgements are overdue; empty if they are not. */
  synchronized String delay() {
    long waited = System.nanoTime() - lastProgressNanos;
    return bytes == 0 || waited < DELAY_NANOS
        ? ""
        : "nothing was acknowledged for %d s".formatted(TimeUnit.NANOSECONDS.toSeconds(waited));
  }
}
