// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.colophon.reporters.mysql.log.RecordKind;
import org.junit.jupiter.api.Test;

/** Tests the memory limits with a log that contains no ends of connections or transactions. */
class BoundedStateTest {
  private static final int LARGEST = 1 << 20;
  private static final int MANY = 10_000;

  private final RecordedLog log = new RecordedLog();
  private final Recorder recorder = log.recorder;
  private final Set<String> wrote = log.wrote;

  private void query(long connection, String... texts) {
    for (String text : texts) {
      log.record(connection, RecordKind.QUERY, text);
    }
  }

  private int stateLength() {
    return recorder.state().bytes().length();
  }

  /** Returns the connections whose sessions are still in memory, recognized by their SQL mode. */
  private List<Long> remembered(int most) {
    List<Long> found = new ArrayList<>();
    for (long connection = 1; connection <= most; connection++) {
      if (recorder.rulesOf(connection).isAnsiQuotes()) {
        found.add(connection);
      }
    }
    return found;
  }

  @Test
  void evictsSessionsThatAreIdleLongest() {
    for (long connection = 1; connection <= MANY; connection++) {
      log.record(connection, RecordKind.CONNECT, "");
      query(connection, "set sql_mode = 'ANSI_QUOTES'");
      if (connection == 1) {
        query(1, "begin", "insert into d.t values (1)");
      } else if (connection == 2) {
        query(2, "create temporary table d.own (i int)");
      }
      query(3, "select 1");
    }
    assertThat(remembered(MANY))
        .contains(1L, 2L, 3L, (long) MANY)
        .doesNotContain(4L)
        .hasSizeLessThan(MANY / 2);
    assertThat(stateLength()).isLessThan(LARGEST);
    query(1, "commit");
    assertThat(wrote).anyMatch(name -> name.startsWith("insert into d.t"));
  }

  @Test
  void mergesWritersOfTransactionWithSavepoints() {
    query(1, "begin", "savepoint a");
    for (int i = 0; i < MANY; i++) {
      query(1, "insert into d.t values (" + i + ")");
    }
    assertThat(stateLength()).isLessThan(1000);
    query(1, "savepoint b");
    for (int i = 0; i < MANY; i++) {
      query(1, "savepoint c", "insert into d.t values (" + i + ")", "release savepoint c");
    }
    assertThat(stateLength()).isLessThan(1000);
    query(1, "commit");
    assertThat(wrote).isNotEmpty();
  }

  @Test
  void limitsNumberOfSavepoints() {
    query(1, "begin");
    for (int i = 0; i < MANY; i++) {
      query(1, "savepoint s" + i, "insert into d.t values (1)");
    }
    assertThat(stateLength()).isLessThan(20_000);
  }

  @Test
  void keepsWritesBeforeSavepointOnRollbackToSavepoint() {
    query(1, "begin");
    for (int i = 0; i < 100; i++) {
      query(1, "insert into d.t values (" + i + ")");
    }
    query(1, "savepoint a");
    for (int i = 0; i < 100; i++) {
      query(1, "insert into d.u values (" + i + ")", "insert into d.t values (" + i + ")");
    }
    query(1, "rollback to a", "commit");
    assertThat(wrote).containsExactly("uncommitted rows of d.t");
  }
}
