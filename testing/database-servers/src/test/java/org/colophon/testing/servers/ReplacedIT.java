// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests dropped and replaced tables in a log with outcomes. */
class ReplacedIT extends BesideBinlog {
  /**
   * The server logs a DROP of several tables with a text of its own, without the temporary tables.
   */
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
}
