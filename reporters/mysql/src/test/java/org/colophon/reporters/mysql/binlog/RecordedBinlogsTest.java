// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads logs that real servers wrote for the same script. */
class RecordedBinlogsTest {
  @TempDir Path directory;

  private ReportedEvents said(String log) throws IOException {
    return ReportedEvents.all(ReportedEvents.copy(log, directory));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mariadb-10.11", "mysql-8.0", "mysql-5.7"})
  void reportsOnlyCommittedWrites(String log) throws IOException {
    ReportedEvents said = said(log);
    assertThat(said.troubles).isEmpty();
    assertThat(said.restarts).isEqualTo(1);
    assertThat(said.lines)
        .anyMatch(line -> line.endsWith(" [shop.src 2 inserted] @"))
        .anyMatch(line -> line.endsWith(" [shop.orders 2 updated] @"))
        .anyMatch(line -> line.endsWith(" [shop.orders 1 deleted] @"))
        .anyMatch(line -> line.endsWith(" [shop.types 3 updated] @"))
        .anyMatch(line -> line.endsWith(" [shop.src 1 inserted, shop.trail 1 inserted] @"))
        .anyMatch(line -> line.endsWith(" [shop.src 1 updated, shop.orders 1 updated] @"))
        .contains("= truncate table ctas2 @shop")
        .contains("= rename table ctas to ctas2 @shop")
        .noneMatch(line -> line.contains("dup"))
        .noneMatch(line -> line.contains("(9,'y',1)"));
    assertThat(said.lines)
        .contains("  SAVEPOINT `s` [] @shop")
        .anyMatch(line -> line.startsWith("PREPARE ") && line.endsWith("X'7878',X'',1"))
        .anyMatch(line -> line.startsWith("COMMIT_PREPARED ") && line.endsWith("X'7878',X'',1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql-8.0", "mysql-5.7"})
  void reportsConnectionOfEachCommitOfMySql(String log) throws IOException {
    assertThat(said(log).lines)
        .filteredOn(line -> line.startsWith("COMMIT "))
        .isNotEmpty()
        .noneMatch(line -> line.startsWith("COMMIT connection 0 "));
  }

  @Test
  void readsTextsAndTransactionIdsOfMariaDb() throws IOException {
    assertThat(said("mariadb-10.11").lines)
        .contains(
            "  insert into orders select id, v, 0 from src [shop.orders 2 inserted] @",
            "COMMIT connection 0 0-1-8")
        .anyMatch(line -> line.matches("COMMIT connection [1-9]\\d* 0-1-10"));
  }

  @Test
  void decompressesEventsOfMariaDb() throws IOException {
    assertThat(said("mariadb-10.11").lines)
        .contains(
            "= create table packed(id int primary key, v text) engine=innodb @shop",
            "  update packed set v=repeat('xyz',300) where id<3 [shop.packed 2 updated] @",
            "  delete from packed where id=1 [shop.packed 1 deleted] @")
        .anyMatch(line -> line.endsWith("[shop.packed 3 inserted] @"));
  }

  @Test
  void readsPartialJsonAndTextsOfMySql() throws IOException {
    assertThat(said("mysql-8.0").lines)
        .contains(
            "  update doc set w=json_set(w,'$.a',22), x=3 [shop.doc 2 updated] @",
            "  update doc set x=4 [shop.doc 2 updated] @",
            "  update orders set c=8 where id>100 [shop.orders 3 updated] @")
        .noneMatch(line -> line.contains("id=100000"));
  }
}
