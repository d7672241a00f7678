// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.fact.ProcessInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records each committed statement once, in spite of failures of log, server and reporter. */
class OnceIT {
  private static final Pattern NUMBER =
      Pattern.compile(
          "insert into load_d\\.numbers \\(id, v\\) values \\((\\d+), .*", Pattern.DOTALL);

  @TempDir Path directory;

  private DatabaseServer start(String... options) throws IOException, SQLException {
    DatabaseServer server =
        DatabaseServer.start(ServerKind.MARIADB, directory.resolve("server"), options);
    try (Connection connection = server.connect("");
        Statement statement = connection.createStatement()) {
      statement.execute("create database load_d");
      statement.execute("create table load_d.numbers (id int primary key, v varchar(50))");
    }
    return server;
  }

  /**
   * Waits until the reporter has read something. A file that is rotated away earlier is not read.
   */
  private static void awaitBegin(Runs runs) {
    Runs.await(
        "the beginning of the log",
        () -> {
          runs.kernel.drain();
          return runs.object("load_d.numbers") != 0;
        });
  }

  private static void await(Load load, int more) {
    int wanted = load.committedCount() + more;
    Runs.await("more commits", () -> load.committedCount() >= wanted);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void recordsOnceWhenLogIsRotatedUnderLoad(boolean isRising) throws Exception {
    try (DatabaseServer server = start();
        Runs runs = new Runs(directory.resolve("store"))) {
      ReporterHandle handle = runs.attach(Map.of("log", server.generalLog().toString()));
      awaitBegin(runs);
      Load load = new Load(server, 3);
      try (load) {
        for (int rotation = 1; rotation <= 5; rotation++) {
          await(load, 200);
          rotate(server, rotation, isRising);
        }
        await(load, 50);
      }
      check(runs, handle, load);
      assertThat(runs.kernel.status().refused()).isZero();
    }
  }

  /** The reporter is stopped during some rotations and resumes where it stopped. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void recordsOnceWhenReporterIsAwayDuringRotations(boolean isRising) throws Exception {
    try (DatabaseServer server = start();
        Runs runs = new Runs(directory.resolve("store"))) {
      Map<String, String> options = Map.of("log", server.generalLog().toString());
      ReporterHandle handle = runs.attach(options);
      awaitBegin(runs);
      Load load = new Load(server, 3);
      try (load) {
        for (int rotation = 1; rotation <= 6; rotation += 2) {
          handle.stop();
          handle.await();
          await(load, 200);
          rotate(server, rotation, isRising);
          await(load, 200);
          rotate(server, rotation + 1, isRising);
          handle = runs.attach(options);
          await(load, 50);
        }
      }
      check(runs, handle, load);
      assertThat(runs.kernel.status().refused()).isZero();
    }
  }

  /**
   * Renames the log and makes the server open another one.
   *
   * @param isRising whether the newest file has the highest number, else it has 1
   */
  private static void rotate(DatabaseServer server, int rotation, boolean isRising)
      throws IOException, SQLException {
    Path log = server.generalLog();
    if (isRising) {
      Files.move(log, log.resolveSibling("general.log." + rotation));
    } else {
      for (int number = rotation - 1; number >= 0; number--) {
        Path from = number == 0 ? log : log.resolveSibling("general.log." + number);
        Files.move(from, log.resolveSibling("general.log." + (number + 1)));
      }
    }
    try (Connection connection = server.connect("");
        Statement statement = connection.createStatement()) {
      statement.execute("flush general logs");
    }
  }

  @Test
  void recordsOnceWhenServerIsKilled() throws Exception {
    try (DatabaseServer server = start();
        Runs runs = new Runs(directory.resolve("store"))) {
      ReporterHandle handle = runs.attach(Map.of("log", server.generalLog().toString()));
      awaitBegin(runs);
      Load load = new Load(server, 3);
      try (load) {
        for (int kill = 1; kill <= 2; kill++) {
          await(load, 200);
          server.kill();
          server.start();
        }
        await(load, 200);
      }
      check(runs, handle, load);
    }
  }

  private static void check(Runs runs, ReporterHandle handle, Load load) {
    awaitAll(runs, handle, load);
    handle.stop();
    handle.await();
    assertThat(handle.failure()).isEmpty();
    Map<Integer, Integer> writers = writers(runs);
    assertThat(load.committed()).isNotEmpty();
    for (int number : load.committed()) {
      assertThat(writers.get(number)).as("writers of statement " + number).isEqualTo(1);
    }
  }

  private static void awaitAll(Runs runs, ReporterHandle handle, Load load) {
    try {
      Runs.await("everything recorded", () -> writers(runs).keySet().containsAll(load.committed()));
    } catch (AssertionError e) {
      Set<Integer> missing = new TreeSet<>(load.committed());
      missing.removeAll(writers(runs).keySet());
      throw new AssertionError(
          "%s; missing: %s of %d; failure of the reporter: %s"
              .formatted(e.getMessage(), missing, load.committedCount(), handle.failure()),
          e);
    }
  }

  /** Returns the number of statements that wrote each number into the table. */
  private static Map<Integer, Integer> writers(Runs runs) {
    runs.kernel.drain();
    long table = runs.object("load_d.numbers");
    Map<Integer, Integer> counts = new HashMap<>();
    if (table == 0) {
      return counts;
    }
    runs.reader()
        .accessesOfObject(
            table,
            AccessMode.WRITE.bit(),
            (process, object, mode, first, last, count, bytes, t1, t2) -> {
              ProcessInfo info = runs.reader().process(process);
              Matcher number = NUMBER.matcher(info.declaration().executable().toString());
              if (number.matches()) {
                counts.merge(Integer.parseInt(number.group(1)), 1, Integer::sum);
              }
            });
    return counts;
  }
}
