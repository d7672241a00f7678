// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.Bytes;
import org.colophon.service.Service;
import org.colophon.service.config.LimitsConfig;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that answers report limits and losses, with a service and without one. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LeftOutTest {
  private static final int NODES = 100_000;

  @TempDir private Path directory;

  private CommandTester tester;
  private Service service;

  @BeforeEach
  void start() {
    tester = new CommandTester(directory);
    tester.record(
        sink -> {
          for (int i = 1; i <= 5; i++) {
            Recorded.copy(sink, at("f" + (i - 1)), at("f" + i));
          }
          Recorded.lose(sink, at("gap").toString());
        });
    service =
        Service.start(ServiceConfig.of(tester.store).withLimits(withNodes(LimitsConfig.DEFAULT)));
  }

  private static LimitsConfig withNodes(LimitsConfig usual) {
    return new LimitsConfig(
        usual.requestBytes(),
        usual.ingestBytes(),
        usual.lineBytes(),
        usual.headerBytes(),
        usual.answerBytes(),
        NODES,
        usual.requestTime(),
        usual.idleTime(),
        usual.concurrentRequests(),
        usual.connections(),
        usual.tails(),
        usual.stopTime());
  }

  @AfterEach
  void stop() {
    assertThat(service.stop()).isTrue();
  }

  private Bytes at(String name) {
    return Bytes.of(directory.resolve(name).toString());
  }

  /** Returns the answer. It must be the same with and without a service. */
  private Outcome run(String line) {
    Outcome served = tester.run(line.split(" "));
    assertThat(served).isEqualTo(embedded(line));
    return served;
  }

  private Outcome embedded(String line) {
    List<String> args = new ArrayList<>(List.of(line.split(" ")));
    args.add("--embedded");
    return tester.run(args.toArray(new String[0]));
  }

  private JsonNode json(String line) throws IOException {
    return new ObjectMapper().readTree(run(line).out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"table", "dot", "svg", "graphml", "prov-json", "prov-n"})
  void printsRemarksToStandardErrorIfFormatOmitsThem(String format) {
    String depth = "1 more beyond depth 3";
    assertThat(run("lineage f5 -d 3").out()).endsWith("\n" + depth + "\n");
    assertThat(run("lineage f5 -d 3 -f " + format).err()).isEqualTo("colophon: " + depth + "\n");

    String limit = "1 or more beyond the limit of 4 nodes";
    assertThat(run("lineage f5 -n 4").out()).endsWith("\n" + limit + "\n");
    assertThat(run("lineage f5 -n 4 -f " + format).err()).isEqualTo("colophon: " + limit + "\n");
    assertThat(run("export f5 -n 4 -f " + format).err()).isEqualTo("colophon: " + limit + "\n");

    String tree = run("lineage gap").out();
    String loss = tree.substring(tree.indexOf("incomplete: "));
    assertThat(run("lineage gap -f " + format).err()).isEqualTo("colophon: " + loss);
    assertThat(run("export gap -f " + format).err()).isEqualTo("colophon: " + loss);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"lineage f5", "lineage gap", "lineage f5 --json", "export gap -f json -n 9"})
  void doesNotRepeatRemarksThatTheFormatIncludes(String line) {
    assertThat(run(line).err()).isEmpty();
  }

  @Test
  void distinguishesUnsearchedFromAbsentAncestors() {
    assertThat(run("lineage f5 --depth 0 -f table").err())
        .isEqualTo("colophon: 1 more beyond depth 0\n");
  }

  @Test
  void reportsUncertaintyWhenALimitEndedTheSearch() throws IOException {
    Outcome cut = run("why f5 f0 --limit 4");
    assertThat(cut.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(cut.out())
        .isEqualTo("no chain of influence was found; the search ended at 4 nodes\n");
    assertThat(cut.err()).contains("ended at 4 nodes", "may be a chain").doesNotContain("round");
    assertThat(json("why f5 f0 --limit 4 --json").at("/summary/beyondCount").asInt()).isPositive();

    assertThat(run("why f5 f0").exitCode()).isZero();
    assertThat(run("why f5 gap").out()).startsWith("no chain of influence leads there\n");
    assertThat(run("why f5 gap").err()).isEmpty();
    assertThat(run("why f5 f0 --limit 0").exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void reportsAPartialComparison() throws IOException {
    Outcome cut = run("diff f5 f4 --limit 2");
    assertThat(cut.out())
        .contains("the first: 1 or more beyond the limit of 2 nodes\n")
        .contains("the second: 1 or more beyond the limit of 2 nodes\n");
    assertThat(cut.err()).contains("only a part").contains("larger limit");
    JsonNode json = json("diff f5 f4 --limit 2 --json");
    assertThat(json.at("/first/summary/beyondCount").asInt()).isEqualTo(1);
    assertThat(json.at("/second/summary/beyondCount").asInt()).isEqualTo(1);
    assertThat(run("diff f5 f4 --limit 1").out()).startsWith("no difference in what was compared");

    Outcome whole = run("diff f5 f4");
    assertThat(whole.out()).doesNotContain("beyond");
    assertThat(whole.err()).isEmpty();
    assertThat(run("diff f5 f5").out()).isEqualTo("no difference\n");
    assertThat(run("diff f5 f4 --limit 0").exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void reportsAnIncompleteComparison() throws IOException {
    Outcome lossy = run("diff f1 gap");
    assertThat(lossy.out()).contains("the second: incomplete: ").doesNotContain("the first: ");
    assertThat(lossy.err()).contains("the capture is incomplete");
    JsonNode json = json("diff f1 gap --json");
    assertThat(json.at("/second/summary/incomplete").asBoolean()).isTrue();
    assertThat(json.at("/first/summary/incomplete").asBoolean()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"lineage f5", "lineage f5 -f dot", "why f5 f0", "diff f5 f5", "export f5"})
  void reportsTheServicesLimitWhenARequestExceedsIt(String line) {
    for (int limit : List.of(NODES + 1, 2_000_000_000)) {
      Outcome served = tester.run((line + " --limit " + limit).split(" "));
      assertThat(served.exitCode()).isEqualTo(ExitCode.TROUBLE);
      assertThat(served.err()).contains("limits.nodes", "" + NODES, "--embedded");
      assertThat(embedded(line + " --limit " + limit).exitCode()).isZero();
    }
    assertThat(run(line + " --limit " + NODES).exitCode()).isZero();
  }

  @Test
  void acceptsAnyDepth() {
    assertThat(run("lineage f5 --depth 2000000000").out()).contains("f0");
    assertThat(run("lineage f5 --depth 2147483647").out()).contains("f0");
  }
}
