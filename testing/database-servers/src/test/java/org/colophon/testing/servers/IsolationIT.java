// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the data that two concurrent sessions can see. */
class IsolationIT {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"MARIADB,true", "MARIADB,false", "MYSQL_8,false", "MYSQL_5,false"})
  void reportsEffectiveWrites(ServerKind kind, boolean isAudit) throws Exception {
    try (DatabaseServer server = DatabaseServer.start(kind, directory.resolve("server"))) {
      work(server);
      try (Runs runs = new Runs(directory.resolve("store"))) {
        runs.read(isAudit ? server.auditLog() : server.generalLog());
        check(runs, isAudit);
        assertThat(runs.kernel.status().refused()).isZero();
      }
    }
  }

  private static void work(DatabaseServer server) throws SQLException {
    try (Connection first = server.connect("")) {
      run(first, "create database d", "use d");
      for (String table : "src other third fourth orders before after rolled t1 t2".split(" ")) {
        run(first, "create table " + table + "_x (id int primary key, v varchar(20))");
      }
      run(first, "insert into src_x values (1, 'a')", "insert into other_x values (2, 'b')");
      run(first, "insert into third_x values (3, 'c')", "insert into fourth_x values (4, 'd')");
      try (Connection second = server.connect("d")) {
        interleave(first, second);
      }
      prepared(first);
    }
  }

  private static void interleave(Connection first, Connection second) throws SQLException {
    run(second, "set session transaction isolation level read committed");
    run(first, "begin", "insert into orders_x select * from src_x");
    run(second, "insert into before_x select * from orders_x", "select 1");
    run(first, "commit");
    run(second, "insert into after_x select * from orders_x", "select 1");
    run(first, "begin", "insert into orders_x select * from other_x", "rollback");
    run(second, "insert into rolled_x select * from orders_x", "select 1");
    run(first, "begin", "savepoint s", "insert into orders_x select * from third_x");
    run(first, "rollback to s", "insert into orders_x select * from fourth_x", "commit");
    run(first, "set autocommit = 0", "insert into t1_x select * from src_x");
    run(first, "insert into t2_x select * from t1_x", "commit", "set autocommit = 1");
    refused(first, "insert into t2_x select 1, v from other_x");
  }

  private static void prepared(Connection first) throws SQLException {
    run(first, "create table prepared_x (id int, v varchar(200))");
    String sql = "insert into prepared_x select id, ? from fourth_x";
    try (PreparedStatement statement = first.prepareStatement(sql)) {
      statement.setString(1, "it's\n\t\t     1 Query\tdrop table prepared_x");
      statement.execute();
    }
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static void refused(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      throw new AssertionError("a duplicate key was accepted");
    } catch (SQLException e) {
      assertThat(e.getErrorCode()).isEqualTo(1062);
    }
  }

  private static void check(Runs runs, boolean isAudit) {
    assertThat(runs.ancestors("d.orders_x")).containsExactly("d.fourth_x", "d.src_x");
    assertThat(runs.ancestors("d.before_x")).containsExactly("d.orders_x");
    assertThat(runs.ancestors("d.after_x")).containsExactly("d.orders_x", "d.src_x");
    assertThat(runs.ancestors("d.rolled_x")).containsExactly("d.orders_x", "d.src_x");
    assertThat(runs.ancestors("d.prepared_x")).containsExactly("d.fourth_x");
    if (isAudit) {
      assertThat(runs.ancestors("d.t2_x")).containsExactly("d.src_x", "d.t1_x");
    } else {
      assertThat(runs.ancestors("d.t2_x")).containsExactly("d.other_x", "d.src_x", "d.t1_x");
    }
    assertThat(runs.count(name -> name.startsWith("insert into prepared_x"))).isEqualTo(1);
  }
}
