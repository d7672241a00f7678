// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests logs that are copied and truncated while no reporter runs. */
class CopiedLogTest {
  @TempDir Path directory;

  private ReadLog readOnce() {
    ReadLog log = ReadLog.general(directory);
    log.ran(4, "create table d1 (i int)");
    log.read();
    return log;
  }

  @Test
  void readsCopiesThatWereWrittenWhileNoReporterRan() {
    try (ReadLog log = readOnce()) {
      log.ran(4, "insert into d1 select i from a");
      log.copyAndTruncate(1);
      log.ran(4, "insert into d1 select i from b");
      log.copyAndTruncate(2);
      log.ran(4, "insert into d1 select i from c");
      log.read();
      assertThat(log.ancestors("d1")).containsExactly("a", "b", "c");
      assertThat(log.isComplete("d1")).isTrue();
    }
  }

  @Test
  void reportsGapIfCopyWasDeleted() throws Exception {
    try (ReadLog log = readOnce()) {
      log.ran(4, "insert into d1 select i from a");
      log.copyAndTruncate(1);
      Files.delete(directory.resolve("server.log.1"));
      log.ran(4, "insert into d1 select i from c");
      log.read();
      assertThat(log.ancestors("d1")).containsExactly("c");
      assertThat(log.isComplete("d1")).isFalse();
    }
  }
}
