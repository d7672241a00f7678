package org.colophon.core.ring;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.LiteTimeoutBlockingWaitStrategy;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;

/**
 * How the kernel waits for operations: first some naps, then a wait for a signal.
 *
 * <p>Under load the consumer is a little faster than its reporters, so a strategy that blocks at
 * once has every publisher wake it for a handful of operations; those wake-ups then cost more than
 * the operations. Napping lets a batch gather, and costs publishers nothing.
 *
 * <p>How long a nap is follows what the last one brought. A nap, the frame that is written after it
 * and the adapters that are woken for the frame cost some microseconds of processor time each: for
 * a few operations that is more than they are worth, so the next nap is longer; a nap that brought
 * many was long enough. Whoever waits for the disk ends the nap ({@link RecordRing#hurry}), and so
 * does whoever has filled half of the ring. When nothing came for some milliseconds the consumer
 * blocks and takes no time at all.
 *
 * <p>What is claimed and not published yet has not come. Disruptor itself takes a claim for an
 * event and looks again and again until it is one: while a publisher fills its slots, or waits for
 * a processor with some of them filled, a consumer would spin.
 */
final class ParkThenBlockWaitStrategy implements WaitStrategy {
  static final long SHORTEST_NAP_NANOS = 20_000;
  static final long LONGEST_NAP_NANOS = 10_000_000;
  private static final long NAPPING_NANOS = 20_000_000;

  /** A nap that brought fewer than this was too short, one that brought far more too long. */
  static final int FEW = 512;

  static final int MANY = 4096;

  private final WaitStrategy blocking;
  private final LongPredicate isPublished;

  // The consumer's.
  private long nap = SHORTEST_NAP_NANOS;
  private boolean isIdle;

  /**
   * A strategy for one consumer.
   *
   * @param idleMillis how long a wait for a signal lasts before the consumer is told that it is
   *     idle
   * @param isPublished whether what was claimed is published as well
   */
  ParkThenBlockWaitStrategy(long idleMillis, LongPredicate isPublished) {
    this.isPublished = isPublished;
    this.blocking = new LiteTimeoutBlockingWaitStrategy(idleMillis, TimeUnit.MILLISECONDS);
  }

  @Override
  public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
      throws AlertException, InterruptedException, TimeoutException {
    long napped = 0;
    while (!isIdle && napped < NAPPING_NANOS) {
      long available = dependent.get();
      if (available >= sequence && isPublished.test(sequence)) {
        adapt(napped, available - sequence + 1);
        return available;
      }
      barrier.checkAlert();
      long now = available < sequence ? nextNap(napped) : SHORTEST_NAP_NANOS;
      LockSupport.parkNanos(this, now);
      napped += now;
    }
    isIdle = true; // also if the time runs out: the next wait begins where this one ends
    long available = blocking.waitFor(sequence, cursor, dependent, barrier);
    isIdle = false;
    return available;
  }

  /** As long as all naps since something came, as a burst is followed by nothing for a while. */
  private long nextNap(long napped) {
    return Math.max(nap, Math.min(napped, LONGEST_NAP_NANOS));
  }

  /** What is there without a nap says only that handling the last batch took its time. */
  private void adapt(long napped, long brought) {
    if (brought >= MANY) {
      nap = Math.max(SHORTEST_NAP_NANOS, nap / 2);
    } else if (brought < FEW && napped > 0) {
      nap = Math.min(LONGEST_NAP_NANOS, nap * 2);
    }
  }

  @Override
  public void signalAllWhenBlocking() {
    blocking.signalAllWhenBlocking();
  }

  /** How long the next nap is; for tests, on the consumer's thread. */
  long napNanos() {
    return nap;
  }
}
