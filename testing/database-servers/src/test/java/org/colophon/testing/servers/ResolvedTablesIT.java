// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.colophon.query.api.Direction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests tables that statements use without naming them, with each log of the servers. */
class ResolvedTablesIT {
  private static final String SCRIPT =
      """
      create database shop;
      create database other;
      use shop;
      create table a (id int) engine=innodb;
      create table b (id int) engine=innodb;
      create table other.c (id int) engine=innodb;
      create table t1 (id int) engine=innodb;
      create table t2 (id int) engine=innodb;
      create table t3 (id int) engine=innodb;
      create table t4 (id int) engine=innodb;
      create table t5 (id int) engine=innodb;
      insert into a values (1);
      insert into b values (1);
      insert into other.c values (1);
      create view v1 as select id from a;
      create or replace algorithm=temptable sql security invoker view v2 (p, q) as
        select id, 1 from v1 union select id, 2 from b;
      create view other.v3 as select id from c_missing;
      create view other.v3 as select c.id from other.c join v1 using (id);
      create view other.v3 as select id from b;
      create function f() returns int reads sql data return (select max(id) from b);
      create view vf as select f() x;
      insert into t1 select id from v1 order by 1;
      insert into t2 select p from v2;
      use other;
      insert into shop.t3 select id from v3;
      use shop;
      insert into t4 select x from vf;
      rename table v1 to v1_renamed;
      insert into t5 select id from v1_renamed;
      select 1;
      """;

  @TempDir Path directory;

  private DatabaseServer start(ServerKind kind) throws IOException {
    List<String> options = new ArrayList<>();
    options.add("--log-bin=" + directory.resolve("server/binlog"));
    options.add("--binlog-format=row");
    options.add("--log-bin-trust-function-creators=1");
    if (!kind.isMariaDb()) {
      options.add("--binlog-rows-query-log-events=1");
    }
    return DatabaseServer.start(kind, directory.resolve("server"), options.toArray(new String[0]));
  }

  private void check(ServerKind kind, BiConsumer<DatabaseServer, Runs> read) throws Exception {
    try (DatabaseServer server = start(kind);
        Runs runs = new Runs(directory.resolve("store"))) {
      server.script(SCRIPT);
      read.accept(server, runs);
      assertThat(runs.ancestors("shop.t1")).contains("shop.a").doesNotContain("shop.b");
      assertThat(runs.ancestors("shop.t2")).contains("shop.a", "shop.b");
      if (isIncomplete(runs, "shop.t3")) { // the binary log has no default database
        assertThat(runs.ancestors("shop.t3")).containsExactly("?.v3");
      } else {
        assertThat(runs.ancestors("shop.t3")).contains("shop.a", "other.c");
      }
      assertThat(runs.ancestors("shop.t4")).contains("shop.b").doesNotContain("shop.a");
      assertThat(runs.ancestors("shop.t5")).contains("shop.a").doesNotContain("shop.b");
    }
  }

  private static boolean isIncomplete(Runs runs, String table) {
    return runs.lineage(table, Direction.ANCESTORS).summary().isIncomplete();
  }

  private Path binlog() {
    return directory.resolve("server/binlog.index");
  }

  @ParameterizedTest
  @EnumSource(ServerKind.class)
  void findsBaseTablesOfViewsInTheGeneralLog(ServerKind kind) throws Exception {
    check(kind, (server, runs) -> runs.read(server.generalLog()));
  }

  @Test
  void findsBaseTablesOfViewsWhenTheBinaryLogConfirms() throws Exception {
    check(
        ServerKind.MYSQL_8,
        (server, runs) -> runs.read(server.generalLog(), "binlog", "" + binlog()));
  }

  @ParameterizedTest
  @EnumSource(value = ServerKind.class, names = "MARIADB")
  void findsBaseTablesOfViewsInTheAuditLog(ServerKind kind) throws Exception {
    check(kind, (server, runs) -> runs.read(server.auditLog()));
  }

  @ParameterizedTest
  @EnumSource(ServerKind.class)
  void findsBaseTablesOfViewsInTheBinaryLog(ServerKind kind) throws Exception {
    check(kind, (server, runs) -> runs.readBinlog(binlog()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"general", "audit", "binary"})
  void findsTablesOfEventsInTheirDatabase(String log) throws Exception {
    try (DatabaseServer server = start(ServerKind.MARIADB);
        Runs runs = new Runs(directory.resolve("store"))) {
      server.script(
          """
          set global event_scheduler = on;
          create database shop;
          use shop;
          create table a (id int) engine=innodb;
          create table u (id int) engine=innodb;
          insert into a values (1);
          create event e on schedule at current_timestamp do insert into u select id from a;
          """);
      Runs.await("the event", () -> hasRow(server));
      switch (log) {
        case "general" -> runs.read(server.generalLog());
        case "audit" -> runs.read(server.auditLog());
        default -> runs.readBinlog(binlog());
      }
      assertThat(runs.ancestors("shop.u")).containsExactly("shop.a");
      assertThat(isIncomplete(runs, "shop.u")).isFalse();
    }
  }

  private static boolean hasRow(DatabaseServer server) {
    try (Connection connection = server.connect("shop");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select id from u")) {
      return rows.next();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
