// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the data flow through variables and parameters of routines, and through dynamic SQL. */
class RoutineFlowTest {
  private static final String USES = "insert into d1 values( NAME_CONST('v',2))";

  @TempDir Path directory;

  // --- server_audit: the statements of a routine precede the CALL and have higher ids ---

  private ReadLog audit() {
    ReadLog log = ReadLog.audit(directory);
    for (String table : new String[] {"a", "b", "d1", "d2"}) {
      log.audited(table.charAt(0) % 8, "create table " + table + "(x int)", 0, "CREATE " + table);
    }
    return log;
  }

  @Test
  void carriesLocalVariableToLaterStatementOfRoutine() {
    try (ReadLog log = audit()) {
      log.audited(30, "select max(x) into v from a", 0, "READ a");
      log.audited(31, USES, 0, "WRITE d1");
      log.audited(28, "call p()", 0);
      log.read();
      assertThat(log.ancestors("d1")).containsExactly("a");
    }
  }

  @Test
  void carriesLocalVariableAcrossRestartOfReporter() {
    try (ReadLog log = audit()) {
      log.audited(30, "select max(x) into v from a", 0, "READ a");
      log.read();
      log.audited(31, USES, 0, "WRITE d1");
      log.audited(28, "call p()", 0);
      log.read();
      assertThat(log.ancestors("d1")).containsExactly("a");
    }
  }

  @Test
  void keepsLocalVariablesOfTwoCallsApart() {
    try (ReadLog log = audit()) {
      log.audited(30, "select max(x) into v from a", 0, "READ a");
      log.audited(28, "call p()", 0);
      log.audited(42, "select max(x) into v from b", 0, "READ b");
      log.audited(43, USES, 0, "WRITE d1");
      log.audited(41, "call p()", 0);
      log.read();
      assertThat(log.ancestors("d1")).containsExactly("b");
    }
  }

  @Test
  void keepsLocalVariableOfOuterRoutineAfterTriggerWithVariables() {
    try (ReadLog log = audit()) {
      log.audited(30, "select max(x) into v from a", 0, "READ a");
      log.opened(31, "WRITE d2", "READ b");
      log.audited(33, "select max(x) into v from b", 0);
      log.audited(31, "insert into d2 values (1)", 0);
      log.audited(34, USES, 0, "WRITE d1");
      log.audited(28, "call p()", 0);
      log.read();
      assertThat(log.ancestors("d1")).contains("a");
    }
  }

  @Test
  void carriesCursorToStatementThatUsesItsRow() {
    try (ReadLog log = audit()) {
      log.opened(30, "READ a");
      log.audited(31, USES, 0, "WRITE d1");
      log.audited(28, "call p()", 0);
      log.read();
      assertThat(log.ancestors("d1")).containsExactly("a");
    }
  }

  @Test
  void doesNotCarryLocalVariableToStatementWithoutIt() {
    try (ReadLog log = audit()) {
      log.audited(30, "select max(x) into v from a", 0, "READ a");
      log.audited(31, "insert into d1 select x from b", 0, "WRITE d1", "READ b");
      log.audited(28, "call p()", 0);
      log.read();
      assertThat(log.ancestors("d1")).containsExactly("b");
    }
  }

  @Test
  void carriesOutParameterToCallersVariable() {
    try (ReadLog log = audit()) {
      log.audited(30, "select max(x) into o from a", 0, "READ a");
      log.audited(29, "call q( NAME_CONST('v',NULL))", 0);
      log.audited(31, USES, 0, "WRITE d1");
      log.audited(28, "call p()", 0);
      log.read();
      assertThat(log.ancestors("d1")).containsExactly("a");
    }
  }

  @Test
  void carriesOutParameterToSessionVariable() {
    try (ReadLog log = audit()) {
      log.audited(30, "select max(x) into o from a", 0, "READ a");
      log.audited(28, "call q(@o)", 0);
      log.audited(31, "insert into d1 values (@o)", 0, "WRITE d1");
      log.read();
      assertThat(log.ancestors("d1")).containsExactly("a");
    }
  }

  @Test
  void carriesSessionVariableIntoParameter() {
    try (ReadLog log = audit()) {
      log.audited(30, "select max(x) into @o from a", 0, "READ a");
      log.audited(32, USES, 0, "WRITE d1");
      log.audited(31, "call q(@o)", 0);
      log.read();
      assertThat(log.ancestors("d1")).containsExactly("a");
    }
  }

  // --- general query log: only the CALL is logged ---

  private ReadLog general(String... statements) {
    ReadLog log = ReadLog.general(directory);
    log.ran(4, "create table a(x int)", "create table b(x int)", "create table d1(x int)");
    log.ran(4, statements);
    log.ran(4, "insert into d1 values (7)");
    log.read();
    return log;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create procedure p() begin set @q = 'x'; prepare s from @q; execute s; end",
        "create procedure p(t text) begin execute immediate concat('delete from ', t); end",
        "create procedure p() select x from a into outfile '/tmp/x'",
        "create procedure p() call q()",
        "select 1"
      })
  void reportsIncompleteLineageIfEffectOfCallIsUnknown(String definition) {
    try (ReadLog log = general(definition, "call p()")) {
      assertThat(log.isComplete("d1")).isFalse();
    }
  }

  @Test
  void reportsCompleteLineageIfRoutineIsKnown() {
    String definition = "create procedure p() begin insert into d1 select x from a; end";
    try (ReadLog log = general(definition, "call p()")) {
      assertThat(log.isComplete("d1")).isTrue();
      assertThat(log.ancestors("d1")).containsExactly("a");
    }
  }

  @Test
  void carriesSessionVariableThatRoutineSets() {
    String definition = "create procedure p() begin set @v = (select max(x) from a); end";
    try (ReadLog log = general(definition, "call p()", "insert into d1 values (@v)")) {
      assertThat(log.ancestors("d1")).containsExactly("a");
    }
  }

  @Test
  void carriesSessionVariableThatRoutineReads() {
    String definition = "create procedure p() insert into d1 values (@v)";
    try (ReadLog log = general(definition, "set @v = (select max(x) from a)", "call p()")) {
      assertThat(log.ancestors("d1")).containsExactly("a");
    }
  }

  @Test
  void callsProcedureOfSameNameAsTrigger() {
    String procedure = "create procedure p() insert into d1 select x from a";
    String trigger = "create trigger p before insert on b for each row set new.x = 1";
    try (ReadLog log = general(procedure, trigger, "call p()")) {
      assertThat(log.ancestors("d1")).containsExactly("a");
    }
  }

  @Test
  void findsDatabaseOfEventByItsTables() {
    String event = "create event e on schedule every 1 day do insert into d1 select x from a";
    try (ReadLog log = general(event)) {
      log.ran(9, "insert into d1 select x from a");
      log.read();
      assertThat(log.ancestors("d1")).containsExactly("a");
      assertThat(log.isComplete("d1")).isTrue();
    }
  }
}
