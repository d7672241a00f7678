// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.fact.ProcessInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the binary log of a real server, read without another log. */
class BinlogIT {
  private static final String SCRIPT =
      """
      create database shop;
      use shop;
      create table src(id int primary key, v varchar(200)) engine=innodb;
      create table orders(id int primary key, v varchar(200)) engine=innodb;
      create table trail(id int) engine=innodb;
      create table undone(id int) engine=innodb;
      create table cut_off(id int) engine=innodb;
      insert into src values (1, 'a'), (2, 'b');
      begin;
      insert into orders select id, v from src;
      savepoint s;
      insert into undone select id from src;
      rollback to s;
      commit;
      begin;
      insert into undone select id from src;
      rollback;
      insert into orders values (1, 'a duplicate');
      create trigger tr after insert on src for each row insert into trail values (new.id);
      insert into src values (3, 'c');
      update orders, src set orders.v = 'both', src.v = 'both' where orders.id = src.id;
      insert into cut_off select id from src;
      flush logs;
      truncate table cut_off;
      rename table orders to sold;
      """;

  @TempDir Path directory;

  private DatabaseServer start(ServerKind kind, String... more) throws Exception {
    List<String> options = new java.util.ArrayList<>(List.of(more));
    options.add("--log-bin=" + directory.resolve("server/binlog"));
    options.add("--binlog-format=row");
    if (!kind.isMariaDb()) {
      options.add("--binlog-rows-query-log-events=1");
    }
    return DatabaseServer.start(kind, directory.resolve("server"), options.toArray(new String[0]));
  }

  private Map<String, String> options() {
    return Map.of("binlog", directory.resolve("server/binlog.index").toString());
  }

  @ParameterizedTest
  @EnumSource(ServerKind.class)
  void reportsCommittedWrites(ServerKind kind) throws Exception {
    try (DatabaseServer server = start(kind);
        Runs runs = new Runs(directory.resolve("store"))) {
      assertThat(server.script(SCRIPT)).containsOnlyOnce("ERROR 1062");
      ReporterHandle handle = runs.attach(options());
      Runs.await(
          "the last statement",
          () -> {
            runs.kernel.drain();
            return runs.object("shop.sold") != 0;
          });
      handle.stop();
      handle.await();
      assertThat(handle.failure()).isEmpty();
      runs.kernel.drain();
      assertThat(runs.ancestors("shop.sold")).containsExactly("shop.src");
      assertThat(runs.object("shop.orders")).isZero();
      assertThat(writers(runs, "shop.undone")).isZero();
      assertThat(writers(runs, "shop.trail")).isEqualTo(1);
      assertThat(runs.ancestors("shop.cut_off")).isEmpty();
      assertThat(committed(runs, "shop.sold"))
          .anyMatch(text -> text.endsWith(": 2 inserted"))
          .anyMatch(text -> text.endsWith(": 2 updated"));
      assertThat(runs.count(name -> name.contains("a duplicate"))).isZero();
      assertThat(runs.kernel.status().refused()).isZero();
    }
  }

  private static int writers(Runs runs, String table) {
    int[] count = {0};
    runs.reader()
        .accessesOfObject(
            runs.object(table),
            AccessMode.WRITE.bit(),
            (process, object, mode, first, last, times, bytes, t1, t2) -> {
              String name = runs.reader().process(process).declaration().executable().toString();
              count[0] += name.startsWith("create") ? 0 : 1;
            });
    return count[0];
  }

  private static List<String> committed(Runs runs, String table) {
    return runs.reader().extendedRecords(0, runs.object(table)).stream()
        .filter(record -> record.type().equals("sql/committed"))
        .map(ExtendedRecord::data)
        .map(Object::toString)
        .toList();
  }

  /** Kills the server, rotates its log, and restarts the reporter. */
  @Test
  void recordsEachCommitOnceWhenServerIsKilled() throws Exception {
    try (DatabaseServer server = start(ServerKind.MARIADB);
        Runs runs = new Runs(directory.resolve("store"))) {
      try (Connection connection = server.connect("");
          Statement statement = connection.createStatement()) {
        statement.execute("create database load_d");
        statement.execute("create table load_d.numbers (id int primary key, v varchar(50))");
      }
      Load load = new Load(server, 2);
      try (load) {
        for (int round = 0; round < 3; round++) {
          readWhile(runs, server, load, round == 1);
        }
      }
      check(runs, load);
    }
  }

  /**
   * Reads the log until the load has committed more. Each new reporter resumes where the last one
   * stopped.
   */
  private void readWhile(Runs runs, DatabaseServer server, Load load, boolean isKilled)
      throws Exception {
    ReporterHandle handle = runs.attach(options());
    int wanted = load.committedCount() + 100;
    Runs.await("more commits", () -> load.committedCount() >= wanted);
    if (isKilled) {
      server.kill();
      server.start();
    } else {
      rotate(server);
    }
    handle.stop();
    handle.await();
    assertThat(handle.failure()).isEmpty();
  }

  private static void rotate(DatabaseServer server) throws SQLException {
    try (Connection connection = server.connect("");
        Statement statement = connection.createStatement()) {
      statement.execute("flush logs");
    }
  }

  private void check(Runs runs, Load load) {
    ReporterHandle handle = runs.attach(options());
    Runs.await("all recorded", () -> counts(runs).keySet().containsAll(texts(load)));
    handle.stop();
    handle.await();
    assertThat(handle.failure()).isEmpty();
    Map<String, Integer> counts = counts(runs);
    assertThat(texts(load)).isNotEmpty().allMatch(text -> counts.get(text) == 1);
  }

  private static Set<String> texts(Load load) {
    return load.committed().stream().map(Load::statement).collect(Collectors.toSet());
  }

  /** Returns the number of recordings of each statement. */
  private static Map<String, Integer> counts(Runs runs) {
    runs.kernel.drain();
    Map<String, Integer> counts = new HashMap<>();
    for (long id = 1; id <= runs.reader().lastProcess(); id++) {
      ProcessInfo info = runs.reader().process(id);
      if (info != null) {
        counts.merge(info.declaration().executable().toString(), 1, Integer::sum);
      }
    }
    return counts;
  }
}
