// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a reporter that follows a feed while the feed grows and is rotated. Then checks that every
 * line is recorded exactly once and that edges refer to vertices declared before the kills.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class DslCrashIT {
  private static final int KILLS = Effort.times(2);
  private static final long PACE_NANOS = 500_000;
  private static final Bytes END = Bytes.of("/feed/end");

  @TempDir Path temp;

  private Path store() {
    return temp.resolve("store");
  }

  @Test
  void recordsEveryLineOnceWhenTheReporterIsKilledRepeatedly() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    GrowingFeed feed = new GrowingFeed(temp.resolve("feed"));
    for (int kill = 1; kill <= KILLS; kill++) {
      followAndKill(feed, random);
      feed.grow(random.nextInt(300));
      if (kill % 2 == 0) {
        feed.rotate();
      }
    }
    feed.end();
    check(feed, "seed " + seed);
  }

  private void followAndKill(GrowingFeed feed, Random random) throws Exception {
    Process follower =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                DslFollower.class.getName(),
                store().toString(),
                feed.path().toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader output = follower.inputReader()) {
      assertThat(output.readLine()).as("the store opens after a kill").isEqualTo("open");
      growAndRotate(feed, random);
    } finally {
      follower.toHandle().destroyForcibly(); // unlike Process's method, preserves its output
      follower.waitFor();
    }
  }

  private static void growAndRotate(GrowingFeed feed, Random random) throws IOException {
    int steps = 20 + random.nextInt(400);
    int rotation = random.nextInt(400);
    for (int step = 0; step < steps; step++) {
      feed.grow(1 + random.nextInt(8));
      if (step == rotation) {
        feed.rotate();
      }
      LockSupport.parkNanos(PACE_NANOS);
    }
  }

  private void check(GrowingFeed feed, String when) {
    Map<String, Integer> once =
        IntStream.rangeClosed(1, feed.last())
            .boxed()
            .collect(Collectors.toMap(n -> "n" + n, n -> 1));
    try (Kernel kernel = Kernel.open(CrashWriter.config(store()))) {
      ReporterHandle handle = DslFollower.attach(kernel, feed.path());
      LineageReader reader = kernel.reader("rocksdb");
      while (reader.resolve(END, Lsn.LATEST) == 0 && handle.isRunning()) {
        LockSupport.parkNanos(PACE_NANOS);
      }
      handle.stop();
      handle.await();
      assertThat(handle.failure()).isEmpty();
      kernel.drain();
      assertThat(kernel.status().refused()).as(when).isZero();
      assertThat(programs(reader)).as(when).isEqualTo(once);
      long file = reader.resolve(Bytes.of("/feed/f"), Lsn.LATEST);
      assertThat(operations(reader, file)).as(when).containsExactlyInAnyOrderEntriesOf(once);
      checkReads(reader, feed.last(), when);
    }
  }

  private static Map<String, Integer> programs(LineageReader reader) {
    Map<String, Integer> programs = new TreeMap<>();
    for (long process = 1; process <= reader.lastProcess(); process++) {
      ProcessInfo info = reader.process(process);
      if (info != null) {
        programs.merge(info.declaration().executable().toString(), 1, Integer::sum);
      }
    }
    return programs;
  }

  /** Counts the reads and writes of an object, by process and number of bytes. */
  private static Map<String, Integer> operations(LineageReader reader, long object) {
    Map<String, Integer> counts = new TreeMap<>();
    reader.operations(
        0,
        object,
        (lsn, kind, process, accessed, bytes, nanos) -> {
          if (kind == OperationKind.WRITE || kind == OperationKind.READ) {
            counts.merge("n" + bytes, 1, Integer::sum);
          }
        });
    return counts;
  }

  private static void checkReads(LineageReader reader, int last, String when) {
    for (int number = 1; number <= last; number++) {
      long object = reader.resolve(Bytes.of("dsl:o" + number), Lsn.LATEST);
      assertThat(operations(reader, object)).as(when).isEqualTo(Map.of("n" + number, 1));
    }
  }
}
