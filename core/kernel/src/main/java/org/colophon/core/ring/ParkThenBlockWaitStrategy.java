// SPDX-License-Identifier: Apache-2.0
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
 * Wait strategy of the kernel: first some naps, then a wait for a signal.
 *
 * <p>Under load the consumer is a little faster than its reporters. If it blocked at once, every
 * publisher would wake it for a handful of operations, and wake-ups would cost more than the
 * operations. A nap lets a batch grow, and costs publishers nothing.
 *
 * <p>The length of a nap depends on the number of operations that the last one brought. A nap, its
 * frame and the woken adapters cost some microseconds of processor time each. After a nap with few
 * operations the next one is longer. A thread that waits for the disk ends the nap ({@link
 * RecordRing#wakeConsumer}), and so does one that has filled half of the ring. After some idle
 * milliseconds the consumer blocks and uses no processor time.
 *
 * <p>Slots that are claimed and not published do not count. Disruptor itself treats a claim as an
 * event and spins until it is published, even while its publisher waits for a processor.
 */
final class ParkThenBlockWaitStrategy implements WaitStrategy {
  static final long SHORTEST_NAP_NANOS = 20_000;
  static final long LONGEST_NAP_NANOS = 10_000_000;
  private static final long NAPPING_NANOS = 20_000_000;

  /**
   * Number of operations. A nap that brought fewer was too short; one that brought far more was too
   * long.
   */
  static final int FEW = 512;

  static final int MANY = 4096;

  private final WaitStrategy blocking;
  private final LongPredicate isPublished;

  // used by the consumer only
  private long nap = SHORTEST_NAP_NANOS;
  private boolean isIdle;

  /**
   * Constructs a strategy for one consumer.
   *
   * @param idleMillis the length of a wait for a signal before the consumer gets an idle
   *     notification
   * @param isPublished returns true if the claimed slots are published as well
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
    isIdle = true; // also on timeout: the next wait begins where this one ends
    long available = blocking.waitFor(sequence, cursor, dependent, barrier);
    isIdle = false;
    return available;
  }

  /** Returns a nap at least as long as all naps since the last event, up to the longest nap. */
  private long nextNap(long napped) {
    return Math.max(nap, Math.min(napped, LONGEST_NAP_NANOS));
  }

  /**
   * Adapts the nap to the events that it brought. Events that are ready without a nap only show
   * that the last batch took its time.
   */
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

  /** Returns the length of the next nap; for tests, on the consumer's thread. */
  long napNanos() {
    return nap;
  }
}
