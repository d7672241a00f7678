// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the lineage of views. */
class ViewLineageTest {
  @TempDir Path directory;

  private ReadLog defined() {
    ReadLog log = ReadLog.general(directory);
    log.ran(4, "create table a(x int)", "create table t(x int)");
    log.ran(4, "create view v as select x from t", "create view w as select x from v");
    log.read();
    return log;
  }

  @Test
  void containsTablesOfView() {
    try (ReadLog log = defined()) {
      assertThat(log.ancestors("v")).containsExactly("t");
      assertThat(log.ancestors("w")).containsExactly("t", "v");
    }
  }

  @Test
  void containsSourcesWrittenAfterDefinition() {
    try (ReadLog log = defined()) {
      log.ran(4, "insert into t select x from a");
      log.read();
      assertThat(log.ancestors("w")).containsExactly("a", "t", "v");
      assertThat(log.ancestors("t")).containsExactly("a");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "drop table t; create table t(x int); insert into t select x from a",
        "create table n as select x from a; rename table t to o, n to t"
      })
  void containsSourcesOfTableThatTookTheName(String change) {
    try (ReadLog log = defined()) {
      log.ran(4, change.split("; "));
      log.read();
      assertThat(log.ancestors("v")).contains("a", "t");
    }
  }
}
