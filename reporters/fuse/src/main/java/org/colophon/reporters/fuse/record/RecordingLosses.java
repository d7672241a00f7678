// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Counts operations that were not recorded while the mirror continued. Once recording works again,
 * they become a gap. If Colophon's kernel failed, the next open of the store records a gap for the
 * whole mount. Any thread.
 */
public final class RecordingLosses {
  private static final Logger LOG = System.getLogger(RecordingLosses.class.getName());

  /** Minimum interval between two gaps for invisible processes. Limits the number of gaps. */
  private static final long INVISIBLE_GAP_NANOS = 60_000_000_000L;

  private final String source;
  private final AtomicLong pending = new AtomicLong();
  private final LongAdder lostOperations = new LongAdder();

  /** Unrecorded operations of invisible processes since the last gap. */
  private final AtomicLong invisible = new AtomicLong();

  private final AtomicBoolean hasLoggedInvisible = new AtomicBoolean();
  private long nextInvisibleNanos = System.nanoTime();
  private volatile boolean hasEnded;

  /**
   * Creates the counts of one mount.
   *
   * @param mount its path
   */
  public RecordingLosses(Bytes mount) {
    this.source = "fuse " + mount.display();
  }

  /** Returns whether recording has failed for the rest of this run. */
  boolean hasEnded() {
    return hasEnded;
  }

  /** Returns the number of unrecorded operations. */
  public long count() {
    return lostOperations.sum();
  }

  void countUnrecorded() {
    lostOperations.increment();
  }

  void countInvisible() {
    lostOperations.increment();
    invisible.incrementAndGet();
    if (hasLoggedInvisible.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          "{0}: processes of another pid namespace use it; their operations are recorded as gaps",
          source);
    }
  }

  /** Records a gap for evicted writers of a file. */
  void forgotten(long writers, OperationSink sink) {
    if (writers > 0) {
      lostOperations.add(writers);
      sink.gap(0, GapCause.EVENTS_LOST, writers, 0);
    }
  }

  /**
   * Counts an operation that could not be recorded.
   *
   * @throws ColophonException the cause if the kernel is closing; this also ends the mount
   */
  void failed(RuntimeException cause) {
    ErrorCode code = cause instanceof ColophonException known ? known.code() : null;
    if (code == ErrorCode.KERNEL_CLOSED) {
      throw cause;
    }
    lostOperations.increment();
    if (code == ErrorCode.KERNEL_FAILED) {
      logFirst(!hasEnded, "from now on", cause);
      hasEnded = true;
    } else {
      logFirst(pending.getAndIncrement() == 0, "now", cause);
    }
  }

  private static void logFirst(boolean isFirst, String what, RuntimeException cause) {
    if (isFirst) {
      LOG.log(
          Level.ERROR,
          "the mount continues, but operations {0} are not recorded: {1}",
          what,
          cause.getMessage());
      LOG.log(Level.DEBUG, "not recorded", cause);
    }
  }

  /** Records gaps for losses. One thread at a time. */
  void settle(OperationSink sink) {
    settle(pending, sink);
    long now = System.nanoTime();
    if (now - nextInvisibleNanos >= 0 && settle(invisible, sink)) {
      nextInvisibleNanos = now + INVISIBLE_GAP_NANOS;
    }
  }

  private static boolean settle(AtomicLong losses, OperationSink sink) {
    long count = losses.get();
    if (count > 0) {
      sink.gap(0, GapCause.EVENTS_LOST, count, 0);
      sink.flush();
      losses.addAndGet(-count);
    }
    return count > 0;
  }

  /** Records remaining gaps at the end of the mount. */
  public void end(OperationSink sink) {
    if (!hasEnded) {
      settle(invisible, sink);
    }
  }
}
