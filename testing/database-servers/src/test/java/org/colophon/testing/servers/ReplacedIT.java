package org.colophon.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.stream.Collectors;
import org.colophon.core.model.fact.ProcessInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dropped and replaced tables in a log with outcomes. */
class ReplacedIT extends BesideBinlog {
  /** The server words a DROP of several tables without the temporary ones. */
  @ParameterizedTest
  @MethodSource("servers")
  void dropsTheTableWhenATemporaryOneIsDroppedWithIt(ServerKind kind) throws Exception {
    try (DatabaseServer server = start(kind);
        Runs runs = new Runs(directory.resolve("store"));
        Connection connection = server.connect("")) {
      run(
          connection,
          "create database shop",
          "use shop",
          "create table src (id int)",
          "insert into src values (1)",
          "create table gone (id int)",
          "create table lost (id int)",
          "insert into gone select id from src",
          "create temporary table pile (id int)",
          "drop table gone, pile",
          "create temporary table pile (id int)",
          "drop table lost, pile",
          "create table gone (id int)",
          "create table after_it as select id from gone",
          "select 1");
      read(runs, options(server));
      assertThat(runs.object("shop.lost")).isZero();
      assertThat(runs.ancestors("shop.gone")).isEmpty();
      assertThat(runs.ancestors("shop.after_it")).containsExactly("shop.gone");
    }
  }

  /** MariaDB drops a table before it creates its replacement, which may fail. */
  @Test
  void losesTableOnceWhenItsReplacementFails() throws Exception {
    try (DatabaseServer server = start(ServerKind.MARIADB);
        Runs runs = new Runs(directory.resolve("store"));
        Connection connection = server.connect("")) {
      run(
          connection,
          "create database shop",
          "use shop",
          "create table src (id int)",
          "insert into src values (1)",
          "create table refused (id int)",
          "create table lost (id int)",
          "create table found (id int)");
      fail(connection, "create or replace table refused (id int, id int)");
      fail(
          connection,
          "create or replace table lost (id int primary key) select 1 id union all select 1");
      fail(
          connection,
          "create or replace table found (id int primary key) select 1 id union all select 1");
      run(connection, "create table found (id int)", "insert into found select id from src");
      read(runs, options(server));
      assertThat(runs.object("shop.refused")).isZero();
      assertThat(runs.object("shop.lost")).isZero();
      assertThat(runs.object("shop.found")).isNotZero();
      assertThat(runs.ancestors("shop.found")).containsExactly("shop.src");
    }
  }

  /** The next table of the name has no column of the failed definition. */
  @Test
  void forgetsItsColumnsWhenATableCouldNotBeReplaced() throws Exception {
    try (DatabaseServer server = start(ServerKind.MARIADB);
        Runs runs = new Runs(directory.resolve("store"));
        Connection connection = server.connect("")) {
      run(
          connection,
          "create database shop",
          "use shop",
          "create table src (id int)",
          "insert into src values (1)",
          "create table lost (id int)");
      fail(
          connection,
          "create or replace table lost (never int primary key) select 1 never union all select 1");
      run(
          connection,
          "create table if not exists lost (mine int)",
          "insert into lost select id from src",
          "select 1");
      read(runs, options(server));
      assertThat(columns(runs, "insert into lost")).contains("mine").doesNotContain("never");
    }
  }

  /** Flow of columns in the statement with this beginning. */
  private static String columns(Runs runs, String beginning) {
    for (long id = 1; id <= runs.reader().lastProcess(); id++) {
      ProcessInfo info = runs.reader().process(id);
      if (info != null && info.declaration().executable().toString().startsWith(beginning)) {
        return runs.reader().extendedRecords(id, 0).stream()
            .filter(record -> record.type().equals("sql/columns"))
            .map(record -> record.data().toString())
            .collect(Collectors.joining());
      }
    }
    throw new AssertionError("not recorded: " + beginning);
  }
}
