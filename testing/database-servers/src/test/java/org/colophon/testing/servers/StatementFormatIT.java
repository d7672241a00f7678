// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests binary logs with statements instead of rows. */
class StatementFormatIT {
  private static final String COPY = "insert into copy select id from src";
  private static final String FIRED = "insert into fired (id) select id + 10 from src";

  @TempDir Path directory;

  private DatabaseServer start(ServerKind kind, String format) throws Exception {
    List<String> options = new ArrayList<>();
    options.add("--log-bin=" + directory.resolve("server/binlog"));
    options.add("--binlog-format=" + format);
    options.add("--log-bin-trust-function-creators=1");
    return DatabaseServer.start(kind, directory.resolve("server"), options.toArray(new String[0]));
  }

  private Path file() throws Exception {
    Path file = Files.writeString(directory.resolve("numbers.txt"), "7\n8\n");
    file.toFile().setReadable(true, false);
    directory.toFile().setExecutable(true, false);
    return file;
  }

  private void work(DatabaseServer server) throws Exception {
    try (Connection connection = server.connect("");
        Statement statement = connection.createStatement()) {
      for (String text :
          List.of(
              "create database shop",
              "use shop",
              "create table src (id int) engine=innodb",
              "create table copy (id int) engine=innodb",
              "create table undone (id int) engine=innodb",
              "create table fired (id int) engine=innodb",
              "create table trail (id int) engine=innodb",
              "create table loaded (id int) engine=innodb",
              "create table sorted (id int) engine=innodb",
              "create trigger t after insert on fired for each row"
                  + " insert into trail values (new.id)",
              "insert into src values (1), (2)",
              COPY,
              "begin",
              "insert into undone select id from src",
              "rollback",
              "set @before = 3",
              "begin",
              FIRED,
              "savepoint s",
              "insert into undone select id from copy",
              "rollback to s",
              "update copy set id = id + @before",
              "commit",
              "load data infile '" + file() + "' ignore into table loaded (id) set id = id + 1",
              "insert into sorted select id from loaded",
              "delete from fired where id = 11",
              "create table first (id int) engine=innodb",
              "create table second (id int) engine=innodb",
              "create temporary table pile (id int) engine=innodb",
              "begin",
              "insert into pile select id from loaded",
              "insert into first select id from src",
              "savepoint s",
              "insert into second select id from pile",
              "release savepoint s",
              "commit",
              "drop temporary table pile",
              "select 1")) {
        statement.execute(text);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "mixed", "statement"})
  void confirmsGeneralLogByTexts(String format) throws Exception {
    try (DatabaseServer server = start(ServerKind.MYSQL_8, format);
        Runs runs = new Runs(directory.resolve("store"))) {
      work(server);
      runs.read(server.generalLog(), "binlog", directory.resolve("server/binlog.index").toString());
      check(runs);
      assertThat(runs.writers("shop.copy"))
          .containsExactlyInAnyOrder(COPY, "update copy set id = id + @before");
      assertThat(runs.writers("shop.trail")).contains(FIRED);
      assertThat(runs.ancestors("shop.trail")).contains("shop.src");
      assertThat(runs.writers("shop.undone")).isEmpty();
      assertThat(runs.writers("shop.first")).hasSize(1);
      assertThat(runs.writers("shop.second")).hasSize(1);
      assertThat(runs.ancestors("shop.second")).contains("shop.loaded");
      assertThat(runs.count(name -> name.startsWith("insert into second"))).isEqualTo(1);
      assertThat(said(runs, "sql/attempted", "shop.copy", "shop.trail", "shop.loaded")).isEmpty();
      assertThat(said(runs, "sql/committed", "shop.copy")).hasSize(2);
    }
  }

  /** The log also has statements on temporary tables, which confirm nothing else. */
  @Test
  void doesNotConfirmFailedStatements() throws Exception {
    try (DatabaseServer server = start(ServerKind.MYSQL_8, "statement");
        Runs runs = new Runs(directory.resolve("store"))) {
      String said =
          server.script(
              """
              create database shop;
              use shop;
              create table src (id int) engine=innodb;
              create table failed (id int primary key) engine=innodb;
              create table copy (id int) engine=innodb;
              create temporary table pile (id int) engine=innodb;
              insert into src values (1), (1);
              begin;
              insert into failed select id from src;
              insert into pile select id from src;
              insert into copy select id from src;
              commit;
              select 1;
              """);
      assertThat(said).containsOnlyOnce("ERROR 1062");
      runs.read(server.generalLog(), "binlog", directory.resolve("server/binlog.index").toString());
      assertThat(runs.writers("shop.copy")).containsExactly(COPY);
      assertThat(runs.writers("shop.failed")).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(ServerKind.class)
  void reportsCommittedWritesFromTextsAlone(ServerKind kind) throws Exception {
    try (DatabaseServer server = start(kind, "statement");
        Runs runs = new Runs(directory.resolve("store"))) {
      work(server);
      runs.readBinlog(directory.resolve("server/binlog.index"));
      check(runs);
    }
  }

  private void check(Runs runs) {
    assertThat(runs.kernel.status().refused()).isZero();
    assertThat(runs.ancestors("shop.copy")).containsExactly("shop.src");
    assertThat(runs.ancestors("shop.undone")).isEmpty();
    String file = directory.resolve("numbers.txt").toString();
    assertThat(runs.ancestors("shop.loaded")).containsExactly(file);
    assertThat(runs.ancestors("shop.sorted")).containsExactlyInAnyOrder("shop.loaded", file);
  }

  private static List<String> said(Runs runs, String type, String... tables) {
    return Stream.of(tables)
        .flatMap(table -> runs.reader().extendedRecords(0, runs.object(table)).stream())
        .filter(record -> record.type().equals(type))
        .map(record -> record.data().toString())
        .toList();
  }
}
