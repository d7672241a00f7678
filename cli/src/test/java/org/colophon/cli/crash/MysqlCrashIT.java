// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Lsn;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kills a reporter that follows a server's log while the log grows and is rotated. Then checks that
 * each committed statement is stored exactly once, and that it wrote the table created before the
 * first kill.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MysqlCrashIT {
  private static final int KILLS = Effort.times(2);
  private static final long PACE_NANOS = 500_000;

  @TempDir Path temp;

  private Path store() {
    return temp.resolve("store");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void recordsEveryStatementOnceWhenTheReporterIsKilledRepeatedly(boolean isAudit)
      throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    GrowingLog log = new GrowingLog(temp.resolve("server.log"), isAudit);
    long table = readToEnd(log);
    for (int kill = 1; kill <= KILLS; kill++) {
      log.grow(200 + random.nextInt(500));
      if (kill % 2 == 0) {
        log.rotate();
      }
      followAndKill(log, random, kill % 3 != 2);
    }
    log.end();
    assertThat(readToEnd(log)).as("id of the table, seed " + seed).isEqualTo(table);
    RecordedStatements.check(store(), log, table, "seed " + seed);
  }

  /** Reads the log to its end. Returns the id of the table. */
  private long readToEnd(GrowingLog log) {
    try (Kernel kernel = Kernel.open(CrashWriter.config(store()))) {
      ReporterHandle handle = MysqlFollower.attach(kernel, log.path(), null, false);
      handle.await();
      assertThat(handle.failure()).isEmpty();
      assertThat(kernel.status().refused()).isZero();
      kernel.drain();
      return kernel.reader("rocksdb").resolve(MysqlFollower.table("d.numbers"), Lsn.LATEST);
    }
  }

  private void followAndKill(GrowingLog log, Random random, boolean isMoving) throws Exception {
    Process follower = MysqlFollower.start(store(), log.path());
    try (BufferedReader output = follower.inputReader()) {
      assertThat(output.readLine()).as("the store opens after a kill").isEqualTo("open");
      if (isMoving) {
        assertThat(output.readLine()).isEqualTo("moved");
      }
      growAndRotate(log, random);
      follower.toHandle().destroyForcibly(); // unlike Process's method, preserves its output
      follower.waitFor();
    }
  }

  private static void growAndRotate(GrowingLog log, Random random) throws IOException {
    int steps = random.nextInt(150);
    int rotation = random.nextInt(150);
    for (int step = 0; step < steps; step++) {
      log.grow(1 + random.nextInt(8));
      if (step == rotation) {
        log.rotate();
      }
      LockSupport.parkNanos(PACE_NANOS);
    }
  }
}
