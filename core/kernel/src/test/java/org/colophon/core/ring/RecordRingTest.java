// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.ring;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.spi.storage.RecordType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RecordRingTest {
  private static final int SLOTS = 64;

  /**
   * Sleeps until a test ends the sleep; no signal ends it, and the time-out is longer than the
   * test.
   */
  private static final class Napping implements WaitStrategy {
    private volatile boolean isOver;

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
        throws AlertException {
      while (dependent.get() < sequence) {
        barrier.checkAlert();
        LockSupport.parkNanos(isOver ? 1_000_000 : TimeUnit.HOURS.toNanos(1));
      }
      return dependent.get();
    }

    @Override
    public void signalAllWhenBlocking() {
      // Signals do not end the sleep.
    }
  }

  /** Waits for one operation. */
  private static final class First implements RecordHandler {
    private final CountDownLatch seen = new CountDownLatch(1);

    @Override
    public void onRecord(RecordEvent event, long lsn) {
      seen.countDown();
    }

    @Override
    public void onBatchEnd(long lsn) {}

    @Override
    public void onIdle() {}

    @Override
    public void onFailure(Throwable failure) {}
  }

  @Test
  void endsTheNapWhenHalfOfTheRingIsFull() throws InterruptedException {
    First first = new First();
    Napping napping = new Napping();
    RecordRing ring = new RecordRing(SLOTS, 1, first, isPublished -> napping);
    ring.start();
    RecordEvent[] three = new RecordEvent[3];
    for (int i = 0; i < three.length; i++) {
      three[i] = new RecordEvent();
      three[i].begin(RecordType.ACCESS, 0);
    }
    for (int published = 0; published <= SLOTS / 2; published += three.length) {
      ring.publish(three, three.length);
    }
    first.seen.await();
    napping.isOver = true;
    ring.publish(three, three.length);
    ring.wakeConsumer(ring.lastLsn());
    ring.stop();
  }
}
