// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ServicePartsTest {
  private final List<String> events = new ArrayList<>();

  private ServicePart part(String name, boolean startFails, boolean stopFails) {
    return new ServicePart() {
      @Override
      public void start() {
        if (startFails) {
          throw new IllegalStateException(name);
        }
        events.add("start " + name);
      }

      @Override
      public void stop(long millis) {
        assertThat(millis).isPositive();
        events.add("stop " + name);
        if (stopFails) {
          throw new IllegalStateException(name);
        }
      }
    };
  }

  @Test
  void stopsPartsInReverseOrder() {
    ServiceParts parts =
        new ServiceParts(List.of(part("a", false, false), part("b", false, false)));

    parts.start();

    assertThat(parts.stop(System.nanoTime())).isTrue();
    assertThat(events).containsExactly("start a", "start b", "stop b", "stop a");
  }

  @Test
  void stopsEarlierPartsAfterOneCouldNotStart() {
    ServiceParts parts =
        new ServiceParts(
            List.of(part("a", false, false), part("b", true, false), part("c", false, false)));

    assertThatThrownBy(parts::start).hasMessage("b");

    assertThat(parts.stop(System.nanoTime())).isTrue();
    assertThat(events).containsExactly("start a", "stop a");
  }

  @Test
  void stopsOtherPartsWhenOneCannotStop() {
    ServiceParts parts = new ServiceParts(List.of(part("a", false, false), part("b", false, true)));
    parts.start();

    assertThat(parts.stop(System.nanoTime())).isFalse();

    assertThat(events).endsWith("stop b", "stop a");
  }

  @Test
  void continuesToTickAfterTickFailed() throws InterruptedException {
    CountDownLatch ticks = new CountDownLatch(3);
    ServicePart failing =
        ServicePart.every(
            Duration.ofMillis(1),
            () -> {
              ticks.countDown();
              throw new IllegalStateException("tick");
            });
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    try {
      new ServiceParts(List.of(failing)).schedule(clock);

      assertThat(ticks.await(20, TimeUnit.SECONDS)).isTrue();
    } finally {
      clock.shutdownNow();
    }
  }
}
