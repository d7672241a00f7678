package org.colophon.core.ring;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.LiteTimeoutBlockingWaitStrategy;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How the kernel waits for operations: first some short naps, then a wait for a signal.
 *
 * <p>Under load the consumer is a little faster than its reporters, so a strategy that blocks at
 * once has every publisher wake it for a handful of operations; those wake-ups then cost more than
 * the operations. Napping lets a batch gather, and costs publishers nothing; naps grow, since each
 * costs a system call. When nothing came for some milliseconds the consumer blocks and takes no
 * time at all.
 */
final class ParkThenBlockWaitStrategy implements WaitStrategy {
  private static final long NAP_NANOS = 20_000;
  private static final long NAPPING_NANOS = 1_000_000;

  /** So much of the time that was napped is the next nap: what comes then waits little longer. */
  private static final int SHARE = 4;

  private final WaitStrategy blocking;

  /**
   * A strategy for one consumer.
   *
   * @param idleMillis how long a wait for a signal lasts before the consumer is told that it is
   *     idle
   */
  ParkThenBlockWaitStrategy(long idleMillis) {
    this.blocking = new LiteTimeoutBlockingWaitStrategy(idleMillis, TimeUnit.MILLISECONDS);
  }

  @Override
  public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
      throws AlertException, InterruptedException, TimeoutException {
    long napped = 0;
    while (napped < NAPPING_NANOS) {
      long available = dependent.get();
      if (available >= sequence) {
        return available;
      }
      barrier.checkAlert();
      long nap = Math.max(NAP_NANOS, napped / SHARE);
      LockSupport.parkNanos(nap);
      napped += nap;
    }
    return blocking.waitFor(sequence, cursor, dependent, barrier);
  }

  @Override
  public void signalAllWhenBlocking() {
    blocking.signalAllWhenBlocking();
  }
}
