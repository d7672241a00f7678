// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.Bytes;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that options without an effect are rejected and that all other options take effect. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RefusedOptionsTest {
  @TempDir private static Path directory;

  private static CommandTester tester;
  private static Service service;

  @BeforeAll
  static void start() {
    tester = new CommandTester(directory);
    tester.record(
        sink -> {
          Recorded.copy(sink, at("a"), at("b"));
          Recorded.attach(sink, at("b").toString(), "note", "early");
        });
    assertThat(tester.run("snapshot", "first").exitCode()).isZero();
    tester.record(sink -> Recorded.attach(sink, at("b").toString(), "note", "late"));
    service = Service.start(ServiceConfig.of(tester.store));
  }

  @AfterAll
  static void stop() {
    assertThat(service.stop()).isTrue();
  }

  private static Bytes at(String name) {
    return Bytes.of(directory.resolve(name).toString());
  }

  @ParameterizedTest
  @CsvSource({
    "status --as-of first, --as-of",
    "status --as-of first --embedded, --as-of",
    "snapshots --as-of first, --as-of",
    "snapshots --as-of first --embedded, --as-of",
    "status --service --as-of first, --as-of",
    "status --service --embedded, --embedded",
    "status --service --store-adapter rocksdb, --store-adapter",
    "status --service --width 40, --width",
    "status --watch --samples 1 --as-of first, --as-of",
    "status --watch --samples 1 --embedded, --embedded",
    "status --watch --samples 1 --width 40, --width",
    "status --watch --samples 1 -o file, --output",
    "reporters --embedded, --available",
    "lineage b --json -f svg, contradict",
    "lineage b --json -f svg --embedded, contradict",
    "export --json -f dot, contradict",
    "export --json -f dot --embedded, contradict",
    "export --json -f prov-json, contradict",
    "cypher OBJECTS --json -f csv, contradict",
    "diff typo b, typo",
    "diff b typo, typo",
    "diff b typo --embedded, typo"
  })
  void rejects(String line, String said) {
    Outcome outcome = tester.run(line.split(" "));
    assertThat(outcome.err()).contains(said);
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "status --service",
    "status --service --json -o file",
    "status --watch --samples 1 --json",
    "reporters --available --embedded",
    "lineage b --json -f json",
    "export --json -f json",
    "diff a a --json"
  })
  void acceptsCompatibleOptions(String line) {
    Outcome outcome = tester.run(line.split(" "));
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "inspect b --as-of first",
    "inspect b@first",
    "inspect b --as-of first --embedded",
    "inspect object:2@first"
  })
  void showsRecordsUpToAsOf(String line) {
    assertThat(tester.run(line.split(" ")).out()).contains("early").doesNotContain("late");
  }

  @Test
  void showsAllCurrentRecords() {
    assertThat(tester.run("inspect", "b").out()).contains("early", "late");
  }

  @Test
  void escapesRejectedInput() {
    String hostile = "x\u001b[2J\u202e";
    Outcome outcome = tester.run("lineage", "b", "--as-of", hostile);
    assertThat(outcome.err()).contains("x\\u{1b}[2J").doesNotContain("\u001b", "\u202e");
    Outcome unknown = tester.run("lineage", "a\\b");
    assertThat(unknown.err()).contains("a\\\\b").doesNotContain("a\\\\\\b");
  }
}
