// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.StorageAdapter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a transaction without disk space for its log. A limit on the size of files simulates this.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DiskFullIT {
  private static final int FILES = 800;

  @TempDir Path temp;

  @Test
  void reportsAFullDiskAndLosesNothingOnceSpaceIsFree() throws Exception {
    Path store = temp.resolve("store");
    assertThat(outputOf(TreeFeeder.process(store, FILES, "ulimit -f 2000; ")))
        .containsExactly("open", ErrorCode.DISK_FULL.name());
    try (StorageAdapter adapter = TreeFeeder.open(store)) {
      long held = adapter.heldLsn();
      TreeFeeder.feed(adapter, FILES);
      assertThat(held).isLessThan(adapter.heldLsn());
      assertThat(TreeDump.of(adapter.reader(), FILES)).isEqualTo(TreeDump.expected(FILES));
    }
  }

  private static List<String> outputOf(ProcessBuilder builder) throws Exception {
    Process process = builder.start();
    try (BufferedReader output = process.inputReader()) {
      return output.lines().toList();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
