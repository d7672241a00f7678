// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests applications that leave autocommit and transactions to a framework. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FrameworksIT extends BesideBinlog {
  private static final String TOTAL = "insert into total select name from copied";

  @TempDir static Path shared;

  @BeforeAll
  void installDjango() throws IOException {
    Commands.run("python3", "-m", "venv", shared.resolve("venv").toString());
    Commands.run(python(), "-m", "pip", "install", "-q", "django==5.2.19", "pymysql==1.2.4");
  }

  private static String python() {
    return shared.resolve("venv/bin/python").toString();
  }

  /** Django 5.2 refuses servers before MySQL 8.0.11. */
  @ParameterizedTest
  @MethodSource("servers")
  void recordsCommitsOfDjango(ServerKind kind) throws Exception {
    try (DatabaseServer server = start(kind)) {
      createDatabase(server);
      Path program = shared.resolve("django_app.py");
      try (InputStream in = getClass().getResourceAsStream("frameworks/django_app.py")) {
        Files.write(program, in.readAllBytes());
      }
      Commands.run(python(), program.toString(), String.valueOf(server.port()));
      checkAll(server);
    }
  }

  @ParameterizedTest
  @EnumSource(ServerKind.class)
  void recordsCommitsOfConnectionPool(ServerKind kind) throws Exception {
    try (DatabaseServer server = start(kind)) {
      createDatabase(server);
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(server.url("shop"));
      config.setMaximumPoolSize(1);
      try (HikariDataSource pool = new HikariDataSource(config)) {
        workByPool(pool);
      }
      checkAll(server);
    }
  }

  private static void createDatabase(DatabaseServer server) throws SQLException {
    try (Connection connection = server.connect("")) {
      run(connection, "create database shop");
    }
  }

  /** Runs statements on one connection, which the pool resets on each return. */
  private static void workByPool(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      for (String table : new String[] {"item", "copied", "undone", "total"}) {
        run(connection, "create table " + table + " (name varchar(20)) engine=innodb");
      }
    }
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      run(connection, "insert into item (name) values ('in a block')");
      connection.commit();
    }
    try (Connection connection = pool.getConnection()) {
      run(connection, "insert into copied select name from item");
    }
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      connection.setSavepoint("before");
      run(connection, "insert into undone select name from item");
      connection.rollback();
      run(connection, "insert into undone select name from copied"); // the pool rolls this back
    }
    try (Connection connection = pool.getConnection()) {
      run(connection, TOTAL);
    }
  }

  /** Reads each log alone, and the general query log of MySQL 8 with its binary log. */
  private void checkAll(DatabaseServer server) throws IOException {
    check(Map.of("from", server.generalLog().toString()));
    if (server.kind().isMariaDb()) {
      check(Map.of("from", server.auditLog().toString()));
    }
    if (server.kind() == ServerKind.MYSQL_8) {
      check(options(server));
    }
  }

  private void check(Map<String, String> options) throws IOException {
    Path store = Files.createTempDirectory(directory, "store");
    try (Runs runs = new Runs(store)) {
      read(runs, options);
      assertThat(runs.kernel.status().refused()).isZero();
      assertThat(runs.ancestors("shop.copied")).containsExactly("shop.item");
      assertThat(runs.writers("shop.undone")).isEmpty();
      assertThat(runs.writers("shop.total")).containsExactly(TOTAL);
      assertThat(runs.ancestors("shop.total")).containsExactly("shop.copied", "shop.item");
      assertThat(runs.writers("shop.item")).anyMatch(text -> text.contains("in a block"));
    }
  }
}
