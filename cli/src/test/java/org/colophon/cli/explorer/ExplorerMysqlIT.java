// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Year;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.testing.servers.DatabaseServer;
import org.colophon.testing.servers.ServerKind;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Tests the explorer with the log of a real MariaDB server. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@EnabledIf("org.colophon.testing.browser.Browser#isInstalled")
class ExplorerMysqlIT {
  private static final long LOOK_NANOS = 5_000_000;
  private static final String ORDERS = "#graph?target=shop.orders";
  private static final String INSERT =
      "INSERT INTO orders SELECT id, price FROM raw WHERE price > ?";
  private static final String SCRIPT =
      """
      create database shop;
      use shop;
      create table raw (id int, price int);
      create table orders (id int, price int);
      create view dear as select * from orders where price > 100;
      insert into raw values (1, 50), (2, 500);
      insert into orders select id, price from raw where price > 10;
      update orders set price = price + 1 where id = 2;
      select * from dear;
      """;

  @TempDir private static Path temporary;

  private static ExploredService explored;

  @BeforeAll
  static void record() throws Exception {
    Path directory = temporary.toRealPath();
    explored = new ExploredService(directory);
    try (DatabaseServer server =
        DatabaseServer.start(ServerKind.MARIADB, directory.resolve("server"))) {
      String output = server.script(SCRIPT);
      assertThat(output).contains("501").doesNotContain("ERROR");
      explored.run("attach", "mysql", "log=" + server.auditLog(), "server=db:3306");
      while (!explored.commands.run("show", "shop.orders").out().contains("UPDATE")) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }

  @AfterAll
  static void stop() {
    if (explored != null) {
      explored.close();
    }
  }

  @Test
  void showsStatementWithTablesAccountAndTime() {
    String details = explored.details(ORDERS, INSERT);
    assertThat(details)
        .contains("User\nroot@localhost", Year.now() + ",", "Exit status\n0")
        .contains("Read (1)\nmysql://db:3306/shop/raw", "Wrote (1)\nmysql://db:3306/shop/orders")
        .contains("fork by connection")
        .doesNotContain("pid 0", "0 bytes");
  }

  @Test
  void showsStatementsBetweenTables() {
    explored.open(ORDERS + "&view=table");
    assertThat(explored.browser.find("tbody").getText())
        .contains("mysql://db:3306/shop/raw", INSERT, "INSERT INTO raw", "connection")
        .doesNotContain("SELECT * FROM dear");
    explored.open("#graph?target=shop.raw&direction=descendants&view=table");
    assertThat(explored.browser.find("tbody").getText())
        .contains("mysql://db:3306/shop/orders", INSERT);
  }

  @Test
  void findsStatementsByTextWithAccount() {
    explored.open("#find?name=orders");
    assertThat(explored.browser.find("main").getText())
        .contains("UPDATE orders SET price = price + ? WHERE id = ? root@localhost");
  }

  @Test
  void listsServerWithWrittenTables() {
    explored.open("");
    assertThat(explored.browser.find(".runs").getText())
        .contains("connection", "mysql://db:3306/shop/orders", "mysql://db:3306/shop/raw");
  }
}
