// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Lsn;
import org.colophon.testing.effort.Effort;
import org.colophon.testing.servers.DatabaseServer;
import org.colophon.testing.servers.Load;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kills a reporter that follows the logs of a real server, and the server itself. Meanwhile clients
 * commit and roll back, and logs are rotated. Then checks that every committed statement is stored
 * exactly once and wrote its table, and that statements rolled back wrote nothing.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ServerMysqlCrashIT {
  private static final int KILLS = Effort.times(1);
  private static final int CLIENTS = 3;
  private static final int SETTLED_SECONDS = 120;
  private static final long LOOK_NANOS = 500_000;

  @TempDir Path temp;

  private Path store() {
    return temp.resolve("store");
  }

  private static DatabaseServer begin(ServerLogs logs, Path directory) throws Exception {
    DatabaseServer server = logs.start(directory);
    ServerLogs.run(
        server, "create database load_d", "create table load_d.numbers (id int, v varchar(50))");
    return server;
  }

  @ParameterizedTest
  @EnumSource(ServerLogs.class)
  void recordsEveryCommitOnceWhenTheReporterIsKilledRepeatedly(ServerLogs logs) throws Exception {
    Random random = random();
    try (DatabaseServer server = begin(logs, temp.resolve("server"))) {
      final long table = readToEnd(server, logs);
      Load load = new Load(server, CLIENTS);
      try (load) {
        for (int kill = 1; kill <= KILLS; kill++) {
          await(load, 20 + random.nextInt(50));
          int kind = kill + logs.ordinal(); // at effort 1 each log has another kind
          if (kind % 2 == 0) {
            ServerLogs.rotate(server);
          }
          followAndKill(server, logs, load, random, kind % 3 != 0);
        }
      }
      assertThat(readToEnd(server, logs)).as("id of the table").isEqualTo(table);
      RecordedNumbers recorded = RecordedNumbers.of(store(), "load_d.numbers", table);
      assertThat(load.committed()).isNotEmpty();
      assertThat(recorded.writers()).isEqualTo(once(load.committed()));
      assertThat(load.rolledBack()).isNotEmpty();
      Set<Integer> all = new TreeSet<>(load.committed());
      all.addAll(load.rolledBack());
      assertThat(recorded.statements()).isEqualTo(once(all));
    }
  }

  @ParameterizedTest
  @EnumSource(ServerLogs.class)
  void recordsExactlyTheRowsOfTheTableWhenTheServerIsKilledToo(ServerLogs logs) throws Exception {
    Random random = random();
    try (DatabaseServer server = begin(logs, temp.resolve("server"))) {
      final long table = readToEnd(server, logs);
      Load load = new Load(server, CLIENTS);
      try (load) {
        for (int kill = 1; kill <= KILLS; kill++) {
          boolean isKilledFirst = (kill + logs.ordinal()) % 2 == 0;
          await(load, 20 + random.nextInt(50));
          followThrough(server, logs, load, random, isKilledFirst);
        }
      }
      Set<Integer> rows = rows(server);
      RecordedNumbers recorded = followToEnd(server, logs, table, rows.size());
      check(logs, recorded.writers(), load, rows);
    }
  }

  /**
   * Checks the statements. Around a kill, the followed log may lack statements that the binary log
   * has.
   */
  private static void check(
      ServerLogs logs, Map<Integer, Integer> writers, Load load, Set<Integer> rows) {
    assertThat(load.committed().stream().filter(row -> !rows.contains(row)))
        .as("committed rows without a record")
        .isEmpty();
    if (logs.isConfirmed) {
      assertThat(notOnce(writers, rows)).as("rows not written exactly once").isEmpty();
    } else if (logs.isAudit) {
      // A statement is logged after its end; its client may get the answer a little earlier.
      assertThat(once(rows)).containsAllEntriesOf(writers);
      assertThat(rows.size() - writers.size()).isBetween(0, KILLS * CLIENTS * Load.STATEMENTS);
    } else {
      // A statement is logged on arrival, regardless of its outcome.
      assertThat(writers).containsAllEntriesOf(once(load.committed()));
      assertThat(load.rolledBack().stream().filter(writers::containsKey))
          .as("rows recorded although rolled back")
          .isEmpty();
      assertThat(writers.values()).containsOnly(1);
    }
  }

  private static Random random() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    return new Random(seed);
  }

  /** Returns the numbers that were not recorded exactly once. */
  private static Map<Integer, Integer> notOnce(Map<Integer, Integer> writers, Set<Integer> rows) {
    Map<Integer, Integer> wrong = new TreeMap<>(writers);
    wrong.entrySet().removeIf(each -> each.getValue() == 1 && rows.contains(each.getKey()));
    rows.stream().filter(row -> !writers.containsKey(row)).forEach(row -> wrong.put(row, 0));
    return wrong;
  }

  private static Map<Integer, Integer> once(Set<Integer> numbers) {
    return numbers.stream().collect(Collectors.toMap(number -> number, number -> 1));
  }

  /** Reads the logs to their end. Returns the id of the table. */
  private long readToEnd(DatabaseServer server, ServerLogs logs) {
    try (Kernel kernel = Kernel.open(CrashWriter.config(store()))) {
      ReporterHandle handle =
          MysqlFollower.attach(kernel, logs.log(server), logs.binlog(server), false);
      handle.await();
      assertThat(handle.failure()).isEmpty();
      kernel.drain();
      return kernel.reader("rocksdb").resolve(MysqlFollower.table("load_d.numbers"), Lsn.LATEST);
    }
  }

  /**
   * Follows the logs until the statement of each row is recorded, at most {@value #SETTLED_SECONDS}
   * seconds. Without a binary log, reads the log to its end.
   */
  private RecordedNumbers followToEnd(
      DatabaseServer server, ServerLogs logs, long table, int rowCount) {
    try (Kernel kernel = Kernel.open(CrashWriter.config(store()))) {
      ReporterHandle handle =
          MysqlFollower.attach(kernel, logs.log(server), logs.binlog(server), logs.isConfirmed);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLED_SECONDS);
      RecordedNumbers recorded = recorded(kernel, table);
      while (logs.isConfirmed
          && recorded.writers().size() < rowCount
          && System.nanoTime() < deadline) {
        recorded = recorded(kernel, table);
      }
      if (logs.isConfirmed) {
        handle.stop();
      }
      handle.await();
      assertThat(handle.failure()).isEmpty();
      return recorded(kernel, table);
    }
  }

  private static RecordedNumbers recorded(Kernel kernel, long table) {
    kernel.drain();
    return RecordedNumbers.of(kernel.reader("rocksdb"), "load_d.numbers", table);
  }

  private Process follow(DatabaseServer server, ServerLogs logs) throws Exception {
    return logs.isConfirmed
        ? MysqlFollower.start(store(), logs.log(server), logs.binlog(server))
        : MysqlFollower.start(store(), logs.log(server));
  }

  private void followAndKill(
      DatabaseServer server, ServerLogs logs, Load load, Random random, boolean isMoving)
      throws Exception {
    Process follower = follow(server, logs);
    try (BufferedReader output = follower.inputReader()) {
      assertThat(output.readLine()).as("the store opens after a kill").isEqualTo("open");
      if (isMoving) {
        assertThat(output.readLine()).isEqualTo("moved");
      }
      await(load, random.nextInt(100));
      ServerLogs.rotate(server);
      await(load, random.nextInt(100));
    } finally {
      kill(follower);
    }
  }

  /** Kills the server while the reporter runs, or immediately after the reporter was killed. */
  private void followThrough(
      DatabaseServer server, ServerLogs logs, Load load, Random random, boolean isKilledFirst)
      throws Exception {
    Process follower = follow(server, logs);
    try (BufferedReader output = follower.inputReader()) {
      assertThat(output.readLine()).as("the store opens after a kill").isEqualTo("open");
      assertThat(output.readLine()).isEqualTo("moved");
      await(load, random.nextInt(100));
      if (isKilledFirst) {
        kill(follower);
      }
      server.kill();
      server.start();
      await(load, random.nextInt(200));
    } finally {
      kill(follower);
    }
  }

  private static void kill(Process follower) throws InterruptedException {
    follower.toHandle().destroyForcibly();
    follower.waitFor();
  }

  private static void await(Load load, int more) throws InterruptedException {
    int wanted = load.committedCount() + more;
    while (load.committedCount() < wanted) {
      LockSupport.parkNanos(LOOK_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException("waiting for " + wanted + " commits");
      }
    }
  }

  private static Set<Integer> rows(DatabaseServer server) throws SQLException {
    Set<Integer> rows = new TreeSet<>();
    try (Connection connection = server.connect("load_d");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select id from numbers")) {
      while (result.next()) {
        rows.add(result.getInt(1));
      }
    }
    return rows;
  }
}
