// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the recorder at random instants, including the opening and recovery of the store. Then
 * checks that each acknowledged record is stored exactly once, and any other record at most once.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@Tag("jdk")
class KernelCrashIT {
  private static final int KILLS = Effort.times(6);
  private static final int CHECK_EVERY = 20;
  private static final long NUMBERS_A_RUN = 1_000_000;

  @TempDir Path temp;

  /**
   * A run of the writer: the first number that it may have written, and the last that it
   * acknowledged.
   */
  private record Run(long first, long acknowledged) {}

  private final List<Run> runs = new ArrayList<>();
  private int killedInRecovery;

  @Test
  void keepsEveryAcknowledgedRecordExactlyOnce() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    long checked = 0;
    for (int kill = 1; kill <= KILLS; kill++) {
      runs.add(runAndKill(kill * NUMBERS_A_RUN, random, kill % 3 == 0));
      if (kill % CHECK_EVERY == 0 || kill == KILLS) {
        checked += check("seed " + seed + ", kill " + kill);
        runs.clear();
      }
    }
    assertThat(checked).as("acknowledged files found").isPositive();
    assertThat(killedInRecovery).as("kills before the store was open").isPositive();
  }

  private Run runAndKill(long first, Random random, boolean isEarly) throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                CrashWriter.class.getName(),
                temp.resolve("store").toString(),
                Long.toString(first),
                Long.toString(random.nextLong()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader output = writer.inputReader()) {
      assertThat(output.readLine()).isEqualTo("opening");
      if (isEarly) {
        letRunFor(writer, runs.size() % 2 == 0 ? 0 : random.nextInt(300));
        return collect(writer, output, first);
      }
      String line = output.readLine();
      assertThat(line).as("the store opens after a kill").isEqualTo("open");
      letRunFor(writer, random.nextInt(250));
      return collect(writer, output, first);
    }
  }

  private static void letRunFor(Process writer, long millis) throws InterruptedException {
    assertThat(writer.waitFor(millis, TimeUnit.MILLISECONDS))
        .as("writer ended before it was killed")
        .isFalse();
  }

  private Run collect(Process writer, BufferedReader output, long first) throws Exception {
    writer.toHandle().destroyForcibly(); // unlike Process.destroyForcibly, preserves its output
    writer.waitFor();
    long acknowledged = first;
    boolean open = false;
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      open = true;
      if (line.startsWith("ack ")) {
        acknowledged = Long.parseLong(line.substring(4));
      }
    }
    if (!open && acknowledged == first) {
      killedInRecovery++;
    }
    return new Run(first, acknowledged);
  }

  private long check(String when) throws IOException {
    long found = 0;
    try (Kernel kernel = Kernel.open(CrashWriter.config(temp.resolve("store")))) {
      assertThat(kernel.recovery().damagedBytes()).as(when).isZero();
      LineageReader reader = kernel.reader("rocksdb");
      for (Run run : runs) {
        for (long number = run.first() + 1; number <= run.acknowledged(); number++) {
          assertThat(isWhole(reader, number)).as("%s, file %d", when, number).isTrue();
          found++;
        }
        for (long number = run.acknowledged() + 1; exists(reader, number); number++) {
          assertThat(writes(reader, number)).as("%s, file %d", when, number).isLessThan(2);
        }
      }
    }
    return found;
  }

  private static boolean exists(LineageReader reader, long number) {
    return reader.resolve(CrashWriter.path(number), Lsn.LATEST) != 0;
  }

  private static int writes(LineageReader reader, long number) {
    long object = reader.resolve(CrashWriter.path(number), Lsn.LATEST);
    int[] count = new int[1];
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

  private static boolean isWhole(LineageReader reader, long number) {
    long object = reader.resolve(CrashWriter.path(number), Lsn.LATEST);
    if (object == 0 || writes(reader, number) != 1) {
      return false;
    }
    long[] reads = new long[2];
    reader.accessesOfObject(
        object,
        AccessMode.READ.bit(),
        (process, accessed, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          reads[0]++;
          reads[1] += count;
        });
    return reads[0] == 1 && reads[1] == CrashWriter.READS;
  }
}
