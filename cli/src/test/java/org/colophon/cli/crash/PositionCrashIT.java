// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a reporter at random instants. It then resumes at its position. Finally checks that every
 * item of its source is stored exactly once.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PositionCrashIT {
  private static final int KILLS = Effort.times(2);

  @TempDir Path temp;

  private long acknowledged;

  @Test
  void recordsEveryItemOnceWhenTheReporterIsKilledRepeatedly() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    long last = 0;
    for (int kill = 1; kill <= KILLS; kill++) {
      runAndKill(random, kill % 2 != 0);
      if (kill % 10 == 0 || kill == KILLS) {
        last = check(last, "seed " + seed + ", kill " + kill);
      }
    }
    assertThat(last).as("last recorded position").isPositive();
  }

  private void runAndKill(Random random, boolean isAcknowledged) throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                PositionWriter.class.getName(),
                temp.resolve("store").toString(),
                Long.toString(random.nextLong()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader output = writer.inputReader()) {
      if (isAcknowledged || random.nextInt(3) > 0) {
        assertThat(output.readLine()).as("the store opens after a kill").isEqualTo("open");
      }
      if (isAcknowledged) {
        read(output.readLine());
      }
      assertThat(writer.waitFor(random.nextInt(200), TimeUnit.MILLISECONDS)).isFalse();
      writer.toHandle().destroyForcibly(); // unlike Process's method, preserves its output
      writer.waitFor();
      output.lines().forEach(this::read);
    }
  }

  private void read(String line) {
    if (line.startsWith("ack ")) {
      acknowledged = Long.parseLong(line.substring(4));
    }
  }

  /** Checks the items that were not checked yet. Returns the position. */
  private long check(long checked, String when) {
    try (Kernel kernel = Kernel.open(CrashWriter.config(temp.resolve("store")))) {
      long position = PositionWriter.position(kernel);
      assertThat(position).as(when).isGreaterThanOrEqualTo(acknowledged);
      LineageReader reader = kernel.reader("rocksdb");
      for (long number = checked + 1; number <= position; number++) {
        assertThat(writes(reader, number)).as("%s, item %d", when, number).isEqualTo(1);
      }
      assertThat(reader.resolve(CrashWriter.path(position + 1), Lsn.LATEST)).as(when).isZero();
      assertThat(reader.statistics().processes()).as(when).isEqualTo(position);
      return position;
    }
  }

  private static long writes(LineageReader reader, long number) {
    long object = reader.resolve(CrashWriter.path(number), Lsn.LATEST);
    long[] count = new long[1];
    reader.operations(
        0,
        object,
        (lsn, kind, process, accessed, bytes, nanos) -> {
          if (kind == OperationKind.WRITE) {
            count[0] += bytes == number ? 1 : 1000;
          }
        });
    return count[0];
  }
}
