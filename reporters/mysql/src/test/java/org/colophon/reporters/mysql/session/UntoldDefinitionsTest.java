package org.colophon.reporters.mysql.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.RecordKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets in tables of which the log does not tell whether they were made anew. */
class UntoldDefinitionsTest {
  private static final String USERS = "create table d.users (name text, password text)";
  private static final String INSERT = "insert into d.users values ('bob', 'SECRET')";

  private final Recording log = new Recording();

  private void run(String... texts) {
    for (String text : texts) {
      log.record(1, RecordKind.QUERY, text);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table d.users (name text)",
        "create table d.users (password text, name text)",
        "create table d.users (a text, b text)",
        "create table d.users as select a, b from d.other",
        "create table d.users like d.other"
      })
  void shouldHideTheSecretWhenTheTableMayHaveBeenThere(String again) {
    run("create table d.other (a text, b text)", USERS, again, INSERT);
    assertThat(log.wrote).contains("insert into d.users values ('***', '***')");
  }

  @Test
  void shouldHideTheSecretAloneWhenTheTableIsMadeAsItWas() {
    run(USERS, USERS, INSERT);
    assertThat(log.wrote).contains("insert into d.users values ('bob', '***')");
  }

  @ParameterizedTest
  @ValueSource(strings = {"drop table d.users", "drop table if exists d.users"})
  void shouldGoByTheNewColumnsWhenTheTableWasDropped(String drop) {
    run(USERS, drop, "create table d.users (password text, name text)", INSERT);
    assertThat(log.wrote).contains("insert into d.users values ('***', 'SECRET')");
  }

  @Test
  void shouldGoByTheNewColumnsWhenTheTableIsReplaced() {
    run(USERS, "create or replace table d.users (password text, name text)", INSERT);
    assertThat(log.wrote).contains("insert into d.users values ('***', 'SECRET')");
  }

  @Test
  void shouldGoByTheNewColumnsWhenTheLogTellsThatItWasMade() {
    run(USERS);
    String again = "create table d.users (password text, name text)";
    log.record(1, RecordKind.QUERY, again, LogRecord.NO_QUERY_ID, 0);
    run(INSERT);
    assertThat(log.wrote).contains("insert into d.users values ('***', 'SECRET')");
  }
}
