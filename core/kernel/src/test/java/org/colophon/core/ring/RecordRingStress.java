// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.spi.storage.RecordType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests several publishers with one consumer that alternately sleeps and blocks. No operation is
 * lost or reordered, and no thread stays asleep. A missed wake-up would cause a time-out.
 */
@Timeout(120)
@Tag("jdk")
@Tag("alone")
class RecordRingStress {
  private static final int PUBLISHERS = 4;
  private static final int OPERATIONS = 300_000;

  /** Checks the order of operations; the consumer thread owns the fields until it stops. */
  private static final class Checking implements RecordHandler {
    final long[] lastOf = new long[PUBLISHERS];
    final AtomicLong handled = new AtomicLong();
    final List<String> wrong = new ArrayList<>();
    final AtomicLong failures = new AtomicLong();
    long lastLsn = 41;

    @Override
    public void onRecord(RecordEvent event, long lsn) {
      int publisher = (int) event.process;
      if (lsn != lastLsn + 1 || event.object != lastOf[publisher] + 1) {
        wrong.add("LSN " + lsn + " after " + lastLsn + ", publisher " + publisher);
      }
      lastLsn = lsn;
      lastOf[publisher] = event.object;
      if (event.amount == 13) {
        handled.incrementAndGet();
        throw new IllegalStateException("poison");
      }
      handled.incrementAndGet();
    }

    @Override
    public void onBatchEnd(long lsn) {
      if (lsn != lastLsn) {
        wrong.add("batch ends at " + lsn + " after " + lastLsn);
      }
    }

    @Override
    public void onIdle() {}

    @Override
    public void onFailure(Throwable failure) {
      failures.incrementAndGet();
    }
  }

  private static void publish(RecordRing ring, int publisher, long seed) {
    Random random = new Random(seed);
    RecordEvent[] events = new RecordEvent[64];
    for (int i = 0; i < events.length; i++) {
      events[i] = new RecordEvent();
    }
    long next = 1;
    while (next <= OPERATIONS) {
      int count = (int) Math.min(1 + random.nextInt(events.length), OPERATIONS - next + 1);
      for (int i = 0; i < count; i++) {
        events[i].begin(RecordType.ACCESS, 0);
        events[i].process = publisher;
        events[i].object = next++;
      }
      if (random.nextBoolean() || ring.tryPublish(events, count) == 0) {
        if (random.nextInt(200) == 0) {
          LockSupport.parkNanos(random.nextInt(20_000_000));
        }
        ring.publish(events, count);
      }
    }
  }

  @Test
  void losesAndReordersNothing() throws Exception {
    long seed = System.nanoTime();
    Checking checking = new Checking();
    RecordRing ring = new RecordRing(512, 42, checking);
    ring.start();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < PUBLISHERS; i++) {
      int publisher = i;
      Thread thread = new Thread(() -> publish(ring, publisher, seed + publisher));
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    ring.stop();
    assertThat(checking.wrong).as("seed %d", seed).isEmpty();
    assertThat(checking.handled).hasValue((long) PUBLISHERS * OPERATIONS);
    assertThat(checking.failures).hasValue(0);
    assertThat(ring.lastLsn()).isEqualTo(41 + (long) PUBLISHERS * OPERATIONS);
  }

  @Test
  void keepsRunningAfterTheHandlerThrew() throws Exception {
    Checking checking = new Checking();
    RecordRing ring = new RecordRing(512, 42, checking);
    ring.start();
    RecordEvent[] one = {new RecordEvent()};
    for (int i = 1; i <= 2000; i++) {
      one[0].begin(RecordType.ACCESS, 0);
      one[0].object = i;
      one[0].amount = i == 7 ? 13 : 0;
      ring.publish(one, 1);
    }
    ring.stop();
    assertThat(checking.handled).hasValue(2000);
    assertThat(checking.failures).hasValue(1);
  }
}
