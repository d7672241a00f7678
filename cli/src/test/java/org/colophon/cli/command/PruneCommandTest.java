// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.service.Service;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests pruning by the command itself and by a service. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PruneCommandTest {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void record() {
    tester = new CommandTester(directory);
    tester.record(
        sink -> {
          Recorded.copy(sink, at("origin"), at("b")); // in 2023
          Recorded.copy(sink, at("b"), at("c"));
          Recorded.copy(sink, at("x"), at("y"));
        });
    tester.record(sink -> copyNow(sink, at("c"), at("d")));
  }

  private Bytes at(String name) {
    return Bytes.of(directory.resolve(name).toString());
  }

  private static void copyNow(OperationSink sink, Bytes from, Bytes to) {
    long process = sink.process(ProcessDeclaration.of(9, Bytes.of("/bin/now"), 0), 0);
    long source = sink.objectAt(from, ObjectKind.FILE, 0);
    sink.access(OperationKind.READ, Phase.WHOLE, process, source, 1, 0);
    long target = sink.objectAt(to, ObjectKind.FILE, 0);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, target, 1, 0);
    sink.exit(process, 0, 0);
  }

  @Test
  void onlyReportsPruningInADryRun() {
    Outcome outcome = tester.run("prune", "--older-than", "30d", "--dry-run");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("would prune rocksdb before LSN ", "processes ", "size ");
    assertThat(tester.run("lineage", "d", "--all", "--depth", "9").out())
        .contains("origin")
        .doesNotContain("pruned");
  }

  @Test
  void prunesOldRecordsOnceAndThenReportsNothingToDo() {
    Outcome outcome = tester.run("prune", "--older-than", "30d");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("pruned rocksdb before LSN ");
    Outcome lineage = tester.run("lineage", "d", "--all", "--depth", "9");
    assertThat(lineage.out()).contains("/bin/now", "(pruned before LSN ").doesNotContain("origin");
    assertThat(lineage.out() + lineage.err()).contains("incomplete");
    assertThat(tester.run("status").out()).contains("no longer kept");
    assertThat(tester.run("prune", "--older-than", "30d").exitCode()).isEqualTo(ExitCode.NOTHING);
  }

  @Test
  void exportsExactlyTheRemainingRecords() throws IOException {
    tester.run("prune", "--older-than", "30d");
    String embedded = checkExport();
    Service service = Service.start(ServiceConfig.of(tester.store));
    try {
      assertThat(checkExport()).isEqualTo(embedded);
    } finally {
      service.stop();
    }
  }

  private String checkExport() throws IOException {
    String out = tester.run("export", "-f", "json", "-n", "1000").out();
    List<String> names = new ArrayList<>();
    for (JsonNode node : new ObjectMapper().readTree(out).get("nodes")) {
      String target = node.get("type").asText() + ":" + node.get("id").asLong();
      assertThat(tester.run("show", target).exitCode()).as(target).isZero();
      names.add(node.get("name").asText());
    }
    assertThat(names).contains(at("d").toString(), "/bin/now");
    return out;
  }

  @Test
  void keepsAncestorsOfMatchingNamesAndSnapshots() {
    tester.run("snapshot", "now");
    assertThat(tester.run("prune", "--older-than", "30d", "--keep-snapshot", "now").exitCode())
        .isEqualTo(ExitCode.NOTHING);
    assertThat(tester.run("prune", "--older-than", "30d", "--keep", "d", "--json").out())
        .contains("\"done\" : true", "\"adapter\" : \"rocksdb\"");
    assertThat(tester.run("lineage", "d", "--all", "--depth", "9").out())
        .contains("origin")
        .doesNotContain("pruned");
    assertThat(tester.run("lineage", "y", "--all", "--depth", "9").out())
        .contains("(pruned before LSN ");
  }

  @Test
  void prunesThroughTheServiceWhenOneRuns() {
    Service service =
        Service.start(
            ServiceConfig.of(tester.store)
                .withRetention(
                    new RetentionConfig(
                        Optional.of(Duration.ofDays(3000)), 0, List.of(), List.of())));
    try {
      Outcome tried = tester.run("prune", "--older-than", "30d", "--dry-run", "--json");
      assertThat(tried.exitCode()).as(tried.err()).isZero();
      assertThat(tried.out()).contains("\"done\" : false");
      assertThat(tester.run("prune", "--older-than", "9d", "--keep-snapshot", "x").err())
          .contains("there is no snapshot 'x'");
    } finally {
      service.stop();
    }
  }

  @Test
  void reportsAnInvalidRequest() {
    assertThat(tester.run("prune").exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(tester.run("prune").err()).contains("--older-than AGE, --max-size SIZE");
    assertThat(tester.run("prune", "--older-than", "old").err()).contains("such as 90d");
    Outcome young = tester.run("prune", "--older-than", "1s");
    assertThat(young.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(young.err()).contains("--older-than must be at least a minute");
    assertThat(tester.run("prune", "--older-than", "5m").err()).contains("30min");
    assertThat(tester.run("prune", "--max-size", "0").err()).contains("such as 2GiB");
    assertThat(tester.run("prune", "--older-than", "9d", "--share", "7").exitCode())
        .isEqualTo(ExitCode.USAGE);
    assertThat(tester.run("prune", "--older-than", "9d", "--store-adapter", "no").err())
        .contains("no adapter 'no'");
  }
}
