// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.reporters.mysql.log.RecordKind;
import org.junit.jupiter.api.Test;

/** Tests readers in a log that records the end of statements, if a commit is logged later. */
class FinishedReadersTest {
  private static final String READER = "select * from d.t";

  /** Number of readers above the limit of waiting readers. */
  private static final int MANY = 70_000;

  private RecordedLog log = new RecordedLog();

  private void query(long connection, long queryId, String text) {
    log.record(connection, RecordKind.QUERY, text, queryId, 0);
  }

  private void beginAndWrite(long connection, long queryId) {
    query(connection, queryId, "begin");
    log.write(connection, "d", "t", queryId + 1);
    query(connection, queryId + 1, "insert into d.t values (1)");
  }

  @Test
  void linksReaderToCommitThatBeganEarlier() {
    beginAndWrite(1, 1);
    query(2, 4, READER);
    query(1, 3, "commit");
    assertThat(log.reads).containsExactly(READER, READER);
    assertThat(log.ended).contains(READER);
  }

  @Test
  void linksReadersThatBeganAfterCommit() {
    beginAndWrite(1, 1);
    query(2, 10, READER);
    query(3, 4, READER);
    query(4, 11, READER);
    query(1, 9, "commit");
    assertThat(log.reads).hasSize(3 + 2);
  }

  @Test
  void ignoresCommitThatBeganAfterReader() {
    beginAndWrite(1, 1);
    query(2, 3, READER);
    query(1, 4, "commit");
    assertThat(log.reads).containsExactly(READER);
    assertThat(log.ended).contains(READER);
  }

  @Test
  void keepsReaderWhileEarlierWriterIsUncommitted() {
    beginAndWrite(1, 1);
    beginAndWrite(2, 3);
    query(3, 6, READER);
    query(2, 7, "rollback");
    assertThat(log.ended).doesNotContain(READER);
    query(1, 5, "commit");
    assertThat(log.reads).containsExactly(READER, READER);
    assertThat(log.ended).contains(READER);
  }

  /** Covers servers with many clients, where there is always an uncommitted writer. */
  @Test
  void releasesReaderAlthoughLaterWritersAreUncommitted() {
    beginAndWrite(1, 1);
    query(2, 3, READER);
    beginAndWrite(3, 4);
    query(1, 6, "commit");
    assertThat(log.ended).contains(READER);
  }

  @Test
  void keepsReaderWhileStatementThatOpenedTableRuns() {
    query(1, 1, "create table d.t (i int)");
    log.write(1, "d", "t", 2);
    query(2, 3, READER);
    assertThat(log.ended).doesNotContain(READER);
    query(1, 2, "insert into d.t values (1)");
    assertThat(log.reads).containsExactly(READER, READER);
    assertThat(log.ended).contains(READER);
  }

  /** Logs the statements of a trigger before the outer statement, as servers do. */
  @Test
  void keepsReaderUntilOuterStatementOfTriggerEnds() {
    query(1, 1, "create table d.t (i int)");
    query(1, 2, "create table d.audit (i int)");
    log.write(1, "d", "t", 5);
    log.write(1, "d", "audit", 5);
    query(1, 6, "insert into d.audit values (1)");
    query(2, 7, READER);
    assertThat(log.ended).doesNotContain(READER);
    query(1, 5, "insert into d.t values (1)");
    assertThat(log.reads).containsExactly(READER, READER);
    assertThat(log.ended).contains(READER);
  }

  @Test
  void releasesReaderIfStatementIsNeverLogged() {
    query(1, 1, "create table d.t (i int)");
    log.write(1, "d", "t", 2);
    query(2, 3, READER);
    for (int i = 0; i < 2_000; i++) {
      query(1, 4 + i, "select 1");
    }
    assertThat(log.ended).contains(READER);
  }

  /** Covers clients that leave a transaction open for a day. */
  @Test
  void limitsWaitingReadersOfOpenTransaction() {
    beginAndWrite(1, 1);
    for (int i = 0; i < MANY; i++) {
      query(2, 3 + i, READER);
    }
    assertThat(log.ended).hasSize(MANY - (1 << 16));
  }
}
