// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.model.Bytes;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that commands return the same answers through a service and from the store. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ServedAnswersTest {
  @TempDir private static Path directory;

  private static Service service;

  private CommandTester tester;

  @BeforeAll
  static void start() {
    CommandTester tester = new CommandTester(directory);
    tester.record(
        sink -> {
          Recorded.compile(sink, at("a.c"), at("a.o"));
          Recorded.copy(sink, Bytes.of(at("a.o")), Bytes.of(at("prog")));
          Recorded.copy(sink, Bytes.of(at("a.o")), Bytes.of(at("w\u001bird\n'name' ü")));
          Recorded.lose(sink, at("gap"));
          Recorded.attach(sink, at("prog"), "note", "x".repeat(300) + "\u001b[2J");
        });
    assertThat(tester.run("snapshot", "first").exitCode()).isZero();
    tester.record(
        sink -> {
          Recorded.copy(sink, Bytes.of(at("prog")), Bytes.of(at("sub/later")));
          Recorded.attach(sink, at("prog"), "afterthought", "later");
        });
    service = Service.start(ServiceConfig.of(tester.store));
  }

  @AfterAll
  static void stop() {
    assertThat(service.stop()).isTrue();
  }

  /** Starts the service again. It then has no metrics, and all snapshots are on disk. */
  private void restart() {
    stop();
    service = Service.start(ServiceConfig.of(tester.store));
  }

  @BeforeEach
  void makeTester() {
    tester = new CommandTester(directory);
  }

  private static String at(String name) {
    return directory.resolve(name).toString();
  }

  private Outcome embedded(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.add("--embedded");
    return tester.run(all.toArray(new String[0]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lineage prog",
        "lineage prog --json",
        "lineage prog --depth 1",
        "lineage prog --depth -1",
        "lineage prog --all -f table",
        "lineage prog --limit 1",
        "lineage prog --limit 0",
        "lineage prog --data-only --hide *.o",
        "lineage prog -f dot",
        "lineage prog -f prov-n",
        "lineage prog -f yaml",
        "lineage prog --as-of first",
        "lineage sub/later --as-of first",
        "lineage prog --as-of never",
        "lineage a.c --descendants",
        "lineage a.c --descendants --ancestors",
        "lineage a.c",
        "lineage prgo",
        "lineage gap",
        "lineage . --width 40",
        "lineage prog --width -3",
        "lineage pid:100",
        "lineage process:1",
        "lineage prog --store-adapter rocksdb",
        "lineage prog --store-adapter nobody",
        "why prog a.c",
        "why a.c prog",
        "why a.c prog --json",
        "why prog gap",
        "why prog a.c --limit 2",
        "why prog a.c --limit 2 --json",
        "why prog a.c --paths 3",
        "why prog a.c --from gap --paths 2 --json",
        "why prog a.c --paths 0",
        "lineage prog gap --json",
        "common prog a.o",
        "common prog sub/later --json",
        "common prog gap",
        "common a.c a.o --descendants",
        "history prog",
        "history prog --json",
        "history sub/later --as-of first",
        "history process:1",
        "diff prog a.o",
        "diff prog prog",
        "diff prog a.o --limit 1",
        "diff prog gap",
        "diff prog gap --json",
        "diff prog@first prog --json",
        "show prog",
        "show prog a.c --json",
        "show nothing",
        "inspect prog",
        "inspect prog --json",
        "inspect a.c",
        "inspect prog --as-of first",
        "inspect prog@first --json",
        "diff prgo prog",
        "diff prog prgo",
        "snapshots --as-of first",
        "status --as-of first",
        "lineage prog --json -f svg",
        "lineage prog --json -f json",
        "export --json -f dot",
        "export --json -f prov-json",
        "find",
        "find *.o --json",
        "find --type process --csv",
        "find --command cc --since 1",
        "find --writes prog --sort count",
        "find --top 2 --json",
        "find --limit 2",
        "find nothing",
        "find nothing --json",
        "find --kind filing",
        "find --json --csv",
        "find --pid x",
        "find --read-by prog",
        "find --writes prgo",
        "find --record note --as-of first",
        "recordings",
        "recordings --json --limit 2",
        "recordings --limit 0",
        "snapshots",
        "snapshots --json",
        "export",
        "export prog -f dot",
        "export --limit 2 -f prov-n",
        "export --as-of first",
        "status",
        "status --json"
      })
  void returnsTheSameAnswerThroughAService(String line) {
    String[] args = line.split(" ");

    assertThat(tester.run(args)).isEqualTo(embedded(args));

    tester.with("COLUMNS", "50").onTerminal();
    assertThat(tester.run(args)).isEqualTo(embedded(args));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lineage prog -f gif", "export -f gif", "cypher OBJECTS -f gif"})
  void reportsAnUnknownFormatAsWrongUsage(String line) {
    String[] args = line.split(" ");
    for (Outcome outcome : List.of(tester.run(args), embedded(args))) {
      assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(outcome.err()).contains("'gif'").contains("json");
    }
  }

  @Test
  void queriesTheServiceWhenOneRuns() {
    // Only the service has this snapshot; a reader does not find it on disk.
    tester.run("snapshot", "second");
    assertThat(tester.run("snapshots").out()).contains("second");
    Outcome again = tester.run("snapshot", "second");
    assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(again.err()).contains("second");
    assertThat(tester.run("snapshot").out()).isEqualTo("s1\n");
    restart();
  }

  @Test
  void sendsTheQueryToTheService() {
    restart();
    Map<String, String> routes =
        Map.ofEntries(
            entry("lineage prog", "/v1/lineage"),
            entry("why prog a.c", "/v1/why"),
            entry("common prog a.o", "/v1/common"),
            entry("history prog", "/v1/history"),
            entry("diff prog prog", "/v1/diff"),
            entry("show prog", "/v1/show"),
            entry("stale prog", "/v1/stale"),
            entry("inspect prog", "/v1/inspect"),
            entry("find prog", "/v1/find"),
            entry("recordings", "/v1/recordings"),
            entry("snapshots", "/v1/snapshots"),
            entry("export", "/v1/export"),
            entry("status", "/v1/store"));
    routes.forEach(
        (line, route) -> {
          assertThat(embedded(line.split(" ")).exitCode()).isZero();
          assertThat(metrics()).doesNotContain('"' + route + '"');

          assertThat(tester.run(line.split(" ")).exitCode()).isZero();
          while (!metrics().contains('"' + route + '"')) {
            LockSupport.parkNanos(1_000_000); // a request is counted just after its answer ended
          }
        });
  }

  private String metrics() {
    try (ServiceConnection connection = ServiceConnection.ofStore(tester.store).orElseThrow();
        ServiceResponse response = connection.exchange(ServiceRequest.get("/metrics").build())) {
      return response.text();
    }
  }

  @Test
  void writesSameOutputFileAsWithoutService() throws IOException {
    tester.run("lineage", "prog", "-o", "served.dot");
    embedded("lineage", "prog", "-o", "embedded.dot");

    assertThat(directory.resolve("served.dot"))
        .hasSameTextualContentAs(directory.resolve("embedded.dot"));
    try (var files = Files.list(directory)) {
      assertThat(files.filter(file -> file.toString().endsWith(".part"))).isEmpty();
    }
  }

  @Test
  void readsTheStoreWhenTheQueryIsTooLongToSend() {
    List<String> args = new ArrayList<>(List.of("show"));
    for (int i = 0; i < 2000; i++) {
      args.add("process:1");
    }
    assertThat(tester.run(args.toArray(new String[0])).exitCode()).isZero();
  }
}
