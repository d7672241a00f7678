// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs one script on each real server, and checks the content of its logs. */
class ServerLogsIT {
  private static final String SCRIPT =
      """
      create database shop;
      use shop;
      create table orders(id int primary key, v varchar(200), c int) engine=innodb;
      create table src(id int primary key, v varchar(200)) engine=innodb;
      create table other(id int primary key, v varchar(200)) engine=innodb;
      insert into other values (7, 'seven');
      create table archive like orders;
      create table audit_trail(id int) engine=innodb;
      create table victim(id int) engine=innodb;
      insert into src values(1,'a
      2026-11-21T03:02:11.000000Z\t   99 Query\tdrop table victim
      \t\t     4 Query\tinsert into victim select id from other
      b'),(2,'\t   12 Query\tselect 1');
      begin;
      insert into orders select id,v,0 from src;
      update orders set c=c+1 where id=1;
      commit;
      begin;
      insert into archive select id, v, 1 from other;
      rollback;
      prepare p from 'insert into archive select * from orders where id=?';
      set @a=1;
      execute p using @a;
      deallocate prepare p;
      create view vo as select o.id, s.v from orders o join src s using(id);
      create table t2 as select * from vo;
      rename table t2 to t3;
      create table cut_off(id int);
      insert into cut_off select id from other;
      truncate table cut_off;
      insert into cut_off select id from src;
      create trigger tr after insert on src for each row insert into audit_trail values(new.id);
      insert into src select id+10, v from other;
      insert into src values(50,'n');
      select * from orders into outfile 'FILE/out.csv';
      load data infile 'FILE/out.csv' replace into table archive;
      insert into orders values(50, 'it''s\\n a \\'q\\' "dq" -- no
      ', 2) /* comment
      \t\t     4 Query\tdrop table victim
      */;
      select
      \t\t     4 Query\t, id from src;
      flush logs;
      create temporary table tt(i int);
      insert into tt select id from orders;
      create table from_temporary as select * from tt;
      drop temporary table tt;
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(ServerKind.class)
  void reportsFlowsFromGeneralLog(ServerKind kind) throws IOException {
    try (DatabaseServer server = DatabaseServer.start(kind, directory.resolve("server"))) {
      run(server);
      try (Runs runs = new Runs(directory.resolve("store"))) {
        runs.read(server.generalLog());
        checkTables(runs, server);
        assertThat(runs.kernel.status().refused()).isZero();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = ServerKind.class, names = "MARIADB")
  void reportsFlowsFromAuditLog(ServerKind kind) throws IOException {
    try (DatabaseServer server = DatabaseServer.start(kind, directory.resolve("server"))) {
      run(server);
      try (Runs runs = new Runs(directory.resolve("store"))) {
        runs.read(server.auditLog());
        checkTables(runs, server);
        assertThat(runs.kernel.status().refused()).isZero();
      }
    }
  }

  private static void run(DatabaseServer server) throws IOException {
    String said = server.script(SCRIPT.replace("FILE", server.directory().toString()));
    assertThat(said).doesNotContain("ERROR");
    assertThat(Files.exists(server.directory().resolve("out.csv"))).isTrue();
  }

  private static void checkTables(Runs runs, DatabaseServer server) {
    String file = server.directory().resolve("out.csv").toString();
    assertThat(runs.ancestors("shop.orders")).containsExactly("shop.src");
    assertThat(runs.ancestors("shop.archive")).containsExactly(file, "shop.orders", "shop.src");
    assertThat(runs.ancestors("shop.t3")).containsExactly("shop.orders", "shop.src");
    assertThat(runs.object("shop.t2")).isZero();
    assertThat(runs.ancestors("shop.cut_off")).containsExactly("shop.src");
    assertThat(runs.ancestors("shop.audit_trail")).containsExactly("shop.other");
    assertThat(runs.ancestors("shop.victim")).isEmpty();
    assertThat(runs.object("shop.victim")).isNotZero();
    assertThat(runs.ancestors(file)).containsExactly("shop.orders", "shop.src");
    assertThat(runs.ancestors("shop.from_temporary"))
        .contains("shop.orders", "shop.src")
        .doesNotContain("shop.other");
    assertThat(runs.agents()).contains("root@localhost");
    assertThat(runs.count(name -> name.startsWith("insert into archive select * from orders")))
        .isEqualTo(1);
  }
}
