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
 * Operations that could not be recorded while the mirror continued. They become a gap as soon as
 * something can be recorded again. Where this kernel takes nothing any more, the next one to open
 * the store records a gap for the whole mount. Any thread.
 */
public final class Losses {
  private static final Logger LOG = System.getLogger(Losses.class.getName());

  /** They may go on for months, and each gap is kept; a late one counts as one in time. */
  private static final long UNSEEN_NANOS = 60_000_000_000L;

  private final String source;
  private final AtomicLong pending = new AtomicLong();
  private final LongAdder lost = new LongAdder();

  /** What those did who cannot be seen from here, as far as no gap tells of it. */
  private final AtomicLong unseen = new AtomicLong();

  private final AtomicBoolean hasSaidUnseen = new AtomicBoolean();
  private long nextUnseenNanos = System.nanoTime();
  private volatile boolean isOver;

  /**
   * For one mount.
   *
   * @param mount where it is
   */
  public Losses(Bytes mount) {
    this.source = "fuse " + mount.display();
  }

  /** Whether nothing can be recorded any more, in this run. */
  boolean isOver() {
    return isOver;
  }

  /** How many operations went unrecorded. */
  public long count() {
    return lost.sum();
  }

  /** One more that is not recorded. */
  void passedOver() {
    lost.increment();
  }

  /** Something was done by a process that cannot be seen, so that nobody can be charged with it. */
  void unseen() {
    lost.increment();
    unseen.incrementAndGet();
    if (hasSaidUnseen.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          "{0}: processes of another pid namespace use it, whose doings cannot be recorded;"
              + " gaps say so",
          source);
    }
  }

  /** There were more writers of a file than are remembered: nobody can be charged with it. */
  void forgotten(long writers, OperationSink sink) {
    if (writers > 0) {
      lost.add(writers);
      sink.gap(0, GapCause.EVENTS_LOST, writers, 0);
    }
  }

  /**
   * Something could not be recorded.
   *
   * @throws ColophonException the same if the kernel is being closed: then the mount ends, too
   */
  void failed(RuntimeException cause) {
    ErrorCode code = cause instanceof ColophonException known ? known.code() : null;
    if (code == ErrorCode.KERNEL_CLOSED) {
      throw cause;
    }
    lost.increment();
    if (code == ErrorCode.KERNEL_FAILED) {
      say(!isOver, "from here on", cause);
      isOver = true;
    } else {
      say(pending.getAndIncrement() == 0, "of this moment", cause);
    }
  }

  private static void say(boolean isFirst, String what, RuntimeException cause) {
    if (isFirst) {
      LOG.log(
          Level.ERROR,
          "the mount goes on, and what happens in it {0} is not recorded: {1}",
          what,
          cause.getMessage());
      LOG.log(Level.DEBUG, "not recorded", cause);
    }
  }

  /** Records what was lost, if anything was. One thread at a time. */
  void settle(OperationSink sink) {
    settle(pending, sink);
    long now = System.nanoTime();
    if (now - nextUnseenNanos >= 0 && settle(unseen, sink)) {
      nextUnseenNanos = now + UNSEEN_NANOS;
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

  /** The mount has ended, and all is told. */
  public void end(OperationSink sink) {
    if (!isOver) {
      settle(unseen, sink);
    }
  }
}
