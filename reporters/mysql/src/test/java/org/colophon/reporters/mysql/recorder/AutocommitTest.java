// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.RecordKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the transactions of sessions that switch autocommit off and on. */
class AutocommitTest {
  private static final String FIRST = "insert into d.t select b from d.s";
  private static final String SECOND = "insert into d.u select a from d.t";

  private final RecordedLog log = new RecordedLog();

  private void run(String... texts) {
    for (String text : texts) {
      log.record(1, RecordKind.QUERY, text);
    }
  }

  private void quit() {
    log.record(1, RecordKind.QUIT, "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "set autocommit=1",
        "set @@session.autocommit = on",
        "set autocommit=1, @x = (select max(a) from d.t)"
      })
  void commitsAtOnceAfterAutocommitIsSwitchedOn(String on) {
    run("set autocommit=0", FIRST, "commit", on, SECOND);
    quit();
    assertThat(log.wrote).contains(FIRST, SECOND);
  }

  @Test
  void commitsOpenTransactionOnceAutocommitIsSwitchedOn() {
    run("set autocommit=0", FIRST, "set autocommit=1");
    quit();
    assertThat(log.wrote).containsExactly(FIRST);
  }

  @Test
  void rollsBackOpenTransactionIfConnectionEndsWithoutAutocommit() {
    run("set autocommit=0", FIRST, "commit", SECOND);
    quit();
    assertThat(log.wrote).containsExactly(FIRST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"set autocommit=0", "select 1", "set names utf8mb4", "show warnings"})
  void beginsNoTransactionForStatementThatUsesNoTable(String text) {
    run("set autocommit=0", text);
    assertThat(log.started).noneMatch(name -> name.startsWith("transaction"));
  }

  @Test
  void keepsSavepointThatIsSetBeforeFirstTableIsUsed() {
    run("set autocommit=0", "savepoint s", FIRST, "rollback to s", SECOND, "commit");
    assertThat(log.wrote).containsExactly(SECOND);
  }

  @Test
  void commitsAtOnceAfterAutocommitIsSwitchedOnIfLogHasOutcomes() {
    long queryId = 1;
    for (String text :
        new String[] {"set autocommit=0", FIRST, "commit", "set autocommit=1", SECOND}) {
      log.write(1, "d", text.equals(SECOND) ? "u" : "t", queryId);
      log.record(1, RecordKind.QUERY, text, queryId++, 0);
    }
    log.record(1, RecordKind.QUIT, "", LogRecord.NO_QUERY_ID, 0);
    assertThat(log.wrote).contains(FIRST, SECOND);
  }
}
