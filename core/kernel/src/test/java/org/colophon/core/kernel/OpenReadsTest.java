// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.colophon.core.prune.OpenRead;
import org.colophon.core.prune.OpenReads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests waiting for open reads. */
@Timeout(60)
class OpenReadsTest {
  private static final long LONG = 3_600_000;

  private final OpenReads readings = new OpenReads();
  private final AtomicBoolean isCancelled = new AtomicBoolean();
  private final CountDownLatch over = new CountDownLatch(1);

  private Thread await(long millis) {
    Thread thread =
        new Thread(
            () -> {
              try {
                readings.awaitPresent(millis, isCancelled::get);
                over.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    while (thread.getState() != Thread.State.TIMED_WAITING && thread.isAlive()) {
      Thread.onSpinWait();
    }
    return thread;
  }

  @Test
  void waitsOnlyForEarlierReads() throws Exception {
    readings.awaitPresent(LONG, () -> false); // no read is open
    readings.begin().close();
    readings.awaitPresent(LONG, () -> false); // the read has ended
    OpenRead one = readings.begin();
    OpenRead two = readings.begin();
    Thread waiting = await(LONG);
    OpenRead late = readings.begin();
    two.close();
    two.close(); // a second close does nothing
    assertThat(over.getCount()).isEqualTo(1);
    one.close();
    over.await();
    waiting.join();
    late.close();
  }

  @Test
  void waitsNoLongerThanAllowed() throws Exception {
    readings.begin();
    readings.awaitPresent(0, () -> false);
    readings.awaitPresent(20, () -> false);
  }

  @Test
  void stopsWaitingWhenCancelled() throws Exception {
    readings.begin();
    Thread waiting = await(LONG);
    isCancelled.set(true);
    readings.wake();
    over.await();
    waiting.join();
  }
}
