// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests tables that share a name, hide another table of the same name, or have lost their name. */
class TableNamesTest {
  private static final int NO_SUCH_TABLE = 1051;
  private static final int DUPLICATE = 1062;

  @TempDir Path directory;

  // --- character sets ---

  @ParameterizedTest
  @CsvSource({"latin1, caf\u00e9, ISO-8859-1", "gbk, \u4e2d, GBK", "8, \u00e9\u00e8, ISO-8859-1"})
  void readsNamesInCharacterSetOfConnection(String set, String name, Charset bytes) {
    try (ReadLog log = ReadLog.audit(directory)) {
      log.audited(1, "set character_set_client = " + set, 0);
      String raw = new String(name.getBytes(bytes), StandardCharsets.ISO_8859_1);
      log.auditedBytes(2, "insert into `" + raw + "` select * from a", "READ a", "WRITE " + name);
      log.audited(3, "set names utf8mb4", 0);
      log.audited(4, "insert into d1 select * from `" + name + "`", 0, "WRITE d1", "READ " + name);
      log.read();
      assertThat(log.ancestors(name)).containsExactly("a");
      assertThat(log.ancestors("d1")).containsExactlyInAnyOrder("a", name);
    }
  }

  // --- temporary tables ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create temporary table if not exists tmp (i int)",
        "create temporary table tmp (i int)"
      })
  void keepsExistingTemporaryTableOnRepeatedCreate(String again) {
    try (ReadLog log = ReadLog.general(directory)) {
      log.ran(
          4, "create temporary table if not exists tmp (i int)", "insert into tmp select * from a");
      log.ran(4, again, "insert into report select * from tmp");
      log.read();
      assertThat(log.ancestors("report")).containsExactly("a");
    }
  }

  @Test
  void beginsNewTemporaryTableOnReplace() {
    try (ReadLog log = ReadLog.general(directory)) {
      log.ran(4, "create temporary table tmp (i int)", "insert into tmp select * from a");
      log.ran(
          4, "create or replace temporary table tmp (i int)", "insert into tmp select * from b");
      log.ran(4, "insert into report select * from tmp");
      log.read();
      assertThat(log.ancestors("report")).containsExactly("b");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/* dbt */ create or replace temporary table tmp as select * from b",
        "set statement max_statement_time=60 for create or replace temporary table tmp as"
            + " select * from b"
      })
  void detectsReplaceAfterCommentOrOtherClause(String again) {
    try (ReadLog log = ReadLog.general(directory)) {
      log.ran(4, "create temporary table tmp (i int)", "insert into tmp select * from a");
      log.ran(4, again, "insert into report select * from tmp");
      log.read();
      assertThat(log.ancestors("report")).containsExactly("b");
    }
  }

  @Test
  void combinesSourcesIfLogOmitsDropOfTemporaryTable() {
    try (ReadLog log = ReadLog.general(directory)) {
      log.ran(4, "create temporary table tmp (i int)", "insert into tmp select * from a");
      log.ran(4, "create temporary table tmp as select * from b");
      log.ran(4, "insert into report select * from tmp");
      log.read();
      assertThat(log.ancestors("report")).containsExactly("a", "b");
    }
  }

  @Test
  void separatesTemporaryTablesOfRoutinesFromSharedTables() {
    try (ReadLog log = ReadLog.general(directory)) {
      log.ran(4, "create procedure fill() insert into tmp select * from a");
      log.ran(
          4,
          "create procedure p() begin create temporary table tmp (i int); call fill();"
              + " insert into report select * from tmp; end");
      log.ran(4, "call p()");
      log.read();
      assertThat(log.hasTable("tmp")).isFalse();
      assertThat(log.ancestors("report")).containsExactly("a");
    }
  }

  @Test
  void keepsTemporaryTableOnRepeatedCreateInAuditLog() {
    try (ReadLog log = ReadLog.audit(directory)) {
      log.audited(1, "create temporary table if not exists tmp (i int)", 0);
      log.audited(2, "insert into tmp select * from a", 0, "READ a");
      log.audited(3, "create temporary table if not exists tmp (i int)", 0);
      log.audited(4, "insert into report select * from tmp", 0, "WRITE report");
      log.read();
      assertThat(log.ancestors("report")).containsExactly("a");
    }
  }

  @Test
  void keepsBaseTableForOtherSessionsAcrossRestart() {
    try (ReadLog log = ReadLog.general(directory)) {
      log.ran(4, "create table t (i int)", "insert into t select * from real");
      log.ran(4, "begin", "create temporary table t (i int)", "insert into t select * from other");
      log.read();
      log.ran(5, "insert into report select * from t");
      log.ran(4, "commit", "insert into own select * from t");
      log.read();
      assertThat(log.ancestors("report")).containsExactly("real", "t");
      assertThat(log.ancestors("own")).containsExactly("other");
    }
  }

  // --- tables that are dropped by a statement that fails ---

  @Test
  void dropsTablesThatFailedDropTableRemoved() {
    try (ReadLog log = ReadLog.audit(directory)) {
      log.audited(1, "create table a (i int)", 0, "CREATE a");
      log.audited(2, "create table kept (i int)", 0, "CREATE kept");
      log.audited(3, "insert into a select * from old", 0, "WRITE a", "READ old");
      log.audited(4, "create temporary table tmp (i int)", 0);
      log.audited(5, "insert into tmp select * from old", 0, "READ old");
      log.audited(6, "drop table a, missing, tmp", NO_SUCH_TABLE, "DROP a");
      log.audited(7, "drop table kept, missing", DUPLICATE);
      log.read();
      assertThat(log.hasTable("a")).isFalse();
      assertThat(log.hasTable("kept")).isTrue();
      log.audited(8, "create table if not exists a (i int)", 0, "CREATE a");
      log.audited(9, "insert into a select * from tmp", 0, "WRITE a", "READ tmp");
      log.read();
      assertThat(log.ancestors("a")).containsExactly("tmp");
    }
  }

  @Test
  void dropsTableThatFailedReplaceRemoved() {
    try (ReadLog log = ReadLog.audit(directory)) {
      log.audited(1, "create table a (i int, password text)", 0, "CREATE a");
      log.audited(2, "create or replace table a as select 1 from b", DUPLICATE, "DROP a", "READ b");
      log.read();
      assertThat(log.hasTable("a")).isFalse();
    }
  }

  @Test
  void keepsViewNamedInDropTable() {
    try (ReadLog log = ReadLog.general(directory)) {
      log.ran(4, "create view v as select * from a", "drop table if exists v");
      log.ran(4, "insert into report select * from v");
      log.read();
      assertThat(log.ancestors("report")).containsExactly("a");
    }
  }

  // --- optional renames ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rename table if exists missing to orders",
        "rename table if exists missing to absent, absent to orders",
        "alter table if exists missing rename to orders",
        "alter table if exists missing add j int, rename orders"
      })
  void keepsNameIfRenamedTableIsMissing(String text) {
    try (ReadLog log = ReadLog.general(directory)) {
      log.ran(4, "create table orders (i int)", "insert into orders select * from a");
      log.ran(4, text, "insert into report select * from orders");
      log.read();
      assertThat(log.ancestors("report")).containsExactly("a", "orders");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rename table if exists there to moved, moved to orders",
        "alter table if exists there rename to orders"
      })
  void movesNameIfRenamedTableExists(String text) {
    try (ReadLog log = ReadLog.general(directory)) {
      log.ran(4, "create table there (i int)", "insert into there select * from a");
      log.ran(4, text, "insert into report select * from orders");
      log.read();
      assertThat(log.ancestors("report")).containsExactly("a", "orders");
    }
  }

  // --- procedures of procedures ---

  @Test
  void followsNestedCallsOfProceduresAcrossRestart() {
    try (ReadLog log = ReadLog.general(directory)) {
      log.ran(
          4, "create procedure p() call q()", "create procedure q() insert into t select * from a");
      log.read();
      log.ran(4, "call p()");
      log.read();
      assertThat(log.ancestors("t")).containsExactly("a");
    }
  }
}
