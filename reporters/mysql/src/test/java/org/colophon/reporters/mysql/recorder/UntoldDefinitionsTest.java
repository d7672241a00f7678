package org.colophon.reporters.mysql.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.RecordKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of tables in a log without outcomes, which may not have been created. */
class UntoldDefinitionsTest {
  private static final String USERS = "create table d.users (name text, note text)";
  private static final String INSERT = "insert into d.users values ('bob', 'x')";

  private final RecordedLog log = new RecordedLog();

  private void run(String... texts) {
    for (String text : texts) {
      log.record(1, RecordKind.QUERY, text);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table d.users (name text)",
        "create table d.users (note text, name text)",
        "create table d.users (a text, b text)",
        "create table d.users as select a, b from d.other",
        "create table d.users like d.other"
      })
  void hidesLiteralsWhenTheTableMayHaveOtherColumns(String again) {
    run("create table d.other (a text, b text)", USERS, again, INSERT);
    assertThat(log.wrote).contains("insert into d.users values (?, ?)");
  }

  @Test
  void keepsLiteralsWhenTheTableIsMadeAsItWas() {
    run(USERS, USERS, INSERT);
    assertThat(log.wrote).contains("insert into d.users values ('bob', 'x')");
  }

  @ParameterizedTest
  @ValueSource(strings = {"drop table d.users", "drop table if exists d.users"})
  void keepsLiteralsWhenTheTableWasDropped(String drop) {
    run(USERS, drop, "create table d.users (note text, name text)", INSERT);
    assertThat(log.wrote).contains("insert into d.users values ('bob', 'x')");
  }

  @Test
  void keepsLiteralsWhenTheTableIsReplaced() {
    run(USERS, "create or replace table d.users (note text, name text)", INSERT);
    assertThat(log.wrote).contains("insert into d.users values ('bob', 'x')");
  }

  @Test
  void keepsLiteralsWhenTheLogTellsThatItWasMade() {
    run(USERS);
    String again = "create table d.users (note text, name text)";
    log.record(1, RecordKind.QUERY, again, LogRecord.NO_QUERY_ID, 0);
    run(INSERT);
    assertThat(log.wrote).contains("insert into d.users values ('bob', 'x')");
  }
}
