// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which writes remain at the end of a transaction. */
class TransactionEndTest {
  @TempDir Path directory;

  private int query = 10;

  private ReadLog audit(String engine) {
    ReadLog log = ReadLog.audit(directory);
    log.audited(1, "create table a(x int)", 0, "CREATE a");
    log.audited(2, "create table b(x int)", 0, "CREATE b");
    log.audited(3, "create table d(x int) " + engine, 0, "CREATE d");
    return log;
  }

  private void run(ReadLog log, String... statements) {
    for (String statement : statements) {
      log.audited(query++, statement, 0);
    }
  }

  private void copy(ReadLog log, String from, int error) {
    String statement = "insert into d select x from " + from;
    log.audited(query++, statement, error, "READ " + from, "WRITE d");
  }

  @ParameterizedTest
  @CsvSource({
    "set completion_type=1, commit, a",
    "set @@session.completion_type = 'CHAIN', commit, a",
    "set session completion_type = chain, commit work, a",
    "set completion_type = 0, commit, a b",
    "set completion_type = chain, commit and no chain, a b",
    "set completion_type = chain, commit release, a b",
    "set completion_type = no_chain, commit and chain, a",
    "set global completion_type = 1, commit, a b"
  })
  void rollsBackTransactionThatCommitBegan(String setting, String commit, String sources) {
    try (ReadLog log = audit("")) {
      run(log, setting, "begin");
      copy(log, "a", 0);
      run(log, commit);
      log.read();
      copy(log, "b", 0);
      run(log, "rollback");
      log.read();
      assertThat(log.ancestors("d")).containsExactlyInAnyOrder(sources.split(" "));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"engine=MyISAM", "ENGINE 'Aria'", "comment 'x' engine = `memory`"})
  void keepsRowsOfTableWithoutTransactionsAfterRollback(String engine) {
    try (ReadLog log = audit(engine)) {
      log.read();
      run(log, "begin");
      copy(log, "a", 0);
      run(log, "rollback");
      log.read();
      assertThat(log.ancestors("d")).containsExactly("a");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "set default_storage_engine=MyISAM, create table d(x int), a",
    "set @@session.storage_engine='Aria', create table d(x int), a",
    "set @e := 'memory'; set default_storage_engine = @e, create table d(x int), a",
    "set default_storage_engine = MyISAM, create table d(x int) engine=InnoDB, ''",
    "set default_storage_engine = MyISAM, create table d like a, ''",
    "set default_storage_engine = MyISAM; set default_storage_engine = default, create table d(x int), ''",
    "set global default_storage_engine = MyISAM, create table d(x int), ''"
  })
  void keepsRowsAfterRollbackIfDefaultEngineHasNoTransactions(
      String settings, String create, String kept) {
    try (ReadLog log = audit("")) {
      run(log, settings.split("; "));
      log.audited(query++, "drop table d", 0, "DROP d");
      log.audited(query++, create, 0, "CREATE d");
      log.read();
      run(log, "begin");
      copy(log, "a", 0);
      run(log, "rollback");
      log.read();
      assertThat(String.join(" ", log.ancestors("d"))).isEqualTo(kept);
    }
  }

  @Test
  void keepsRowsOfTableWithoutTransactionsBeforeError() {
    try (ReadLog log = audit("engine=MyISAM")) {
      copy(log, "a", 1062);
      log.read();
      assertThat(log.ancestors("d")).containsExactly("a");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alter table d engine=InnoDB",
        "drop table d; create table d(x int)",
        "rename table d to e; create table d(x int)"
      })
  void removesRowsAfterRollbackOnceTableHasTransactions(String change) {
    try (ReadLog log = audit("engine=MyISAM")) {
      run(log, change.split("; "));
      log.audited(query++, "create table if not exists d(x int) engine=InnoDB", 0, "CREATE d");
      run(log, "begin");
      copy(log, "a", 0);
      run(log, "rollback");
      log.read();
      assertThat(log.ancestors("d")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rename table d to e; rename table e to d",
        "create table e like d; drop table d; rename table e to d",
        "alter table d engine=Aria"
      })
  void keepsRowsAfterRollbackWhileTableHasNoTransactions(String change) {
    try (ReadLog log = audit("engine=MyISAM")) {
      run(log, change.split("; "));
      run(log, "begin");
      copy(log, "a", 0);
      run(log, "rollback");
      log.read();
      assertThat(log.ancestors("d")).containsExactly("a");
    }
  }
}
