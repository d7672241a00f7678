package org.colophon.benchmarks.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.colophon.benchmarks.mysql.ThreadTimes.Ticks;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {
  private static final long NANOS = 100_000_000;

  /** Keeps a thread busy until it has used some time of a processor. */
  private static void work(ThreadTimes before) {
    long end = System.nanoTime() + NANOS;
    long used = 0;
    while (System.nanoTime() < end || used == 0) {
      used = now().since(before).byName().getOrDefault("busy", new Ticks(0, 0)).user();
    }
  }

  private static ThreadTimes now() {
    return ThreadTimes.of(ProcessHandle.current().pid());
  }

  @Test
  void shouldTellWhatEachThreadUsed() throws InterruptedException {
    ThreadTimes before = now();
    ThreadTimes[] after = new ThreadTimes[1];
    Thread busy =
        new Thread(
            () -> {
              work(before);
              after[0] = now();
            },
            "busy");
    busy.start();
    busy.join();

    ThreadTimes used = after[0].since(before);
    assertThat(used.byName().get("busy").userSeconds()).isPositive();
    assertThat(used.all().userSeconds()).isGreaterThanOrEqualTo(0.01);
  }

  @Test
  void shouldSubtractWhatWasUsedBefore() {
    ThreadTimes before = new ThreadTimes(Map.of("a", new Ticks(5, 1)));
    ThreadTimes after = new ThreadTimes(Map.of("a", new Ticks(25, 4), "b", new Ticks(2, 2)));

    ThreadTimes used = after.since(before);
    assertThat(used.byName())
        .containsEntry("a", new Ticks(20, 3))
        .containsEntry("b", new Ticks(2, 2));
    assertThat(used.all()).isEqualTo(new Ticks(22, 5));
  }
}
