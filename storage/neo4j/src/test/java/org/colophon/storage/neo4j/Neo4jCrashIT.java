// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the writer at random instants, also while the database recovers. After it is fed again from
 * its held LSN, the store has everything exactly once.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class Neo4jCrashIT {
  private static final int KILLS = Effort.times(1);
  private static final int FILES = 1_500;

  @TempDir Path temp;

  @Test
  void storesEverythingOnceWhenKilledAndFedAgain() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Path store = temp.resolve("store");
    for (int kill = 0; kill < KILLS; kill++) {
      runAndKill(store, random);
    }
    try (StorageAdapter adapter = TreeFeeder.open(store)) {
      TreeFeeder.feed(adapter, FILES);
      assertThat(TreeDump.of(adapter.reader(), FILES))
          .as("seed " + seed)
          .isEqualTo(TreeDump.expected(FILES));
    }
  }

  private static void runAndKill(Path store, Random random) throws Exception {
    Process feeder = TreeFeeder.process(store, FILES, "").start();
    try (BufferedReader output = feeder.inputReader()) {
      assertThat(output.readLine()).as("the store opens after a kill").isEqualTo("open");
      boolean hasEnded = feeder.waitFor(random.nextInt(600), TimeUnit.MILLISECONDS);
      assertThat(hasEnded && feeder.exitValue() != 0)
          .as("feeder failed before it was killed")
          .isFalse();
    } finally {
      feeder.destroyForcibly().waitFor();
    }
  }
}
