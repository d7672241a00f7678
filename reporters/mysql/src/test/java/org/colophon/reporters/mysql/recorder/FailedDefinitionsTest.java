// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.reporters.mysql.log.RecordKind;
import org.colophon.reporters.mysql.output.StatementOutcomes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the effect of a failed definition on the open transaction, in a log with outcomes. */
class FailedDefinitionsTest {
  private static final String INSERT = "insert into d.t (a) values (1)";
  private static final int NO_SUCH_TABLE = 1146;
  private static final int REFUSED_WITHIN_XA = 1399;

  private final RecordedLog log = new RecordedLog();
  private long queries;

  private void fail(String text, int error) {
    queries++;
    log.record(1, RecordKind.QUERY, text, queries, error);
  }

  private void run(String... texts) {
    for (String text : texts) {
      fail(text, 0);
    }
  }

  /** Logs an INSERT. The server logs opened tables before the outcome of the statement. */
  private void insert() {
    queries++;
    log.write(1, "d", "t", queries);
    log.record(1, RecordKind.QUERY, INSERT, queries, 0);
  }

  @Test
  void commitsTransactionIfDefinitionFailsDuringExecution() {
    run("begin");
    insert();
    fail("drop table d.u", NO_SUCH_TABLE);
    run("rollback");
    assertThat(log.wrote).containsExactly(INSERT);
  }

  @ParameterizedTest
  @ValueSource(ints = {1064, 1248, 1290, 1314, 1320, 1330, 1331, 1399, 1415, 1582, 1583, 1970})
  void keepsTransactionOpenIfDefinitionFailsBeforeExecution(int error) {
    run("begin");
    insert();
    fail("create table d.u (i int)", error);
    run("rollback");
    assertThat(log.wrote).isEmpty();
  }

  @Test
  void continuesXaTransactionIfDefinitionIsRejectedInIt() {
    run("xa start 'a'");
    insert();
    fail("create table d.u (i int)", REFUSED_WITHIN_XA);
    insert();
    run("xa end 'a'", "xa rollback 'a'");
    assertThat(log.wrote).isEmpty();
  }

  @Test
  void commitsXaTransactionAfterRejectedDefinition() {
    run("xa start 'a'");
    insert();
    fail("create table d.u (i int)", REFUSED_WITHIN_XA);
    assertThat(log.wrote).isEmpty();
    run("xa end 'a'", "xa commit 'a' one phase");
    assertThat(log.wrote).containsExactly(INSERT);
  }

  /** Another connection may end the transaction by its id. The recorder ignores this. */
  @Test
  void commitsPreparedXaTransactionWithUnknownOutcome() {
    run("xa start 'a'");
    insert();
    run("xa end 'a'");
    assertThat(log.wrote).isEmpty();
    run("xa prepare 'a'");
    assertThat(log.wrote).containsExactly(INSERT);
    assertThat(log.everything()).contains(StatementOutcomes.ATTEMPTED);
    run("xa rollback 'a'");
    assertThat(log.wrote).containsExactly(INSERT);
  }
}
