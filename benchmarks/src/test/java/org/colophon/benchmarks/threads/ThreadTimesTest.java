package org.colophon.benchmarks.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.colophon.benchmarks.threads.ThreadTimes.Times;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {
  private static final long NANOS = 100_000_000;

  /** Keeps a thread busy until it has used some time of a processor. */
  private static void work(ThreadTimes before) {
    long end = System.nanoTime() + NANOS;
    long used = 0;
    while (System.nanoTime() < end || used < NANOS / 10) {
      used = now().since(before).byName().getOrDefault("busy", Times.NONE).nanos();
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
    assertThat(used.byName().get("busy").seconds()).isPositive();
    assertThat(used.all().seconds()).isGreaterThanOrEqualTo(0.01);
  }

  @Test
  void shouldSubtractWhatWasUsedBefore() {
    ThreadTimes before = new ThreadTimes(Map.of("a", new Times(5, 1)));
    ThreadTimes after = new ThreadTimes(Map.of("a", new Times(25, 4), "b", new Times(2, 2)));

    ThreadTimes used = after.since(before);
    assertThat(used.byName())
        .containsEntry("a", new Times(20, 3))
        .containsEntry("b", new Times(2, 2));
    assertThat(used.all()).isEqualTo(new Times(22, 5));
  }
}
