// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.config.Store;
import org.colophon.cli.fake.FakeGraphFactory;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the adapters of a store, with a fake engine in addition to RocksDB. */
class AdaptersCommandTest {
  private static final String GRAPH = FakeGraphFactory.NAME;

  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void makeStore() {
    tester = new CommandTester(directory).attach(GRAPH);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
  }

  private JsonNode listed(String name) throws IOException {
    for (JsonNode each : new ObjectMapper().readTree(tester.run("adapters", "--json").out())) {
      if (each.get("name").asText().equals(name)) {
        return each;
      }
    }
    return null;
  }

  @Test
  void listsAdaptersAndTheirLag() throws IOException {
    assertThat(listed("rocksdb").get("state").asText()).isEqualTo("primary");
    assertThat(listed(GRAPH).get("state").asText()).isEqualTo("resting");
    assertThat(listed(GRAPH).get("behind").asLong()).isPositive();
    assertThat(tester.run("adapters").out())
        .startsWith("name")
        .contains("rocksdb", "primary", GRAPH, "resting");

    assertThat(tester.run("adapters", "catch-up", GRAPH).exitCode()).isZero();

    assertThat(listed(GRAPH).get("behind").asLong()).isZero();
    assertThat(listed(GRAPH).get("diskBytes").asLong()).isPositive();
  }

  @Test
  void catchesUpWhenAttachedAgain() throws IOException {
    Outcome outcome = tester.run("adapters", "attach", GRAPH);

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.err()).contains("fakegraph holds everything up to LSN");
    assertThat(listed(GRAPH).get("behind").asLong()).isZero();
  }

  @Test
  void keepsOptionsWhenAttachedAgain() throws IOException {
    tester.run("adapters", "attach", GRAPH, "bolt=off");
    tester.run("adapters", "attach", GRAPH);

    assertThat(listed(GRAPH).at("/options/bolt").asText()).isEqualTo("off");
  }

  @Test
  void listsEnginesWhenOneIsUnknown() {
    try (CheckoutPlugins plugins = new CheckoutPlugins()) {
      Outcome outcome = tester.run("adapters", "attach", "neo5j");

      assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(outcome.err())
          .contains("'neo5j'")
          .contains("rocksdb")
          .contains("neo4j (Cypher and Bolt on Neo4j, GPL-3.0, downloads about 130 MB once)");
      assertThat(plugins.isOpen("neo4j")).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attach memory",
        "attach fakegraph colour=red",
        "attach fakegraph --share 0",
        "attach fakegraph --share 1.5",
        "attach fakegraph --share much",
        "attach fakegraph --name rocksdb",
        "attach fakegraph --name ../../etc",
        "attach fakegraph bolt",
        "attach",
        "detach fakegraph",
        "detach rocksdb --yes"
      })
  void exitsWithTwoWhenArgumentsAreInvalid(String line) throws IOException {
    Outcome outcome = tester.run(("adapters " + line).split(" "));

    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).isNotEmpty();
    assertThat(listed("rocksdb")).isNotNull();
    assertThat(listed(GRAPH)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"catch-up", "rebuild", "detach"})
  void listsTheAdaptersWhenTheGivenOneIsNotAttached(String command) {
    Outcome outcome = tester.run("adapters", command, "graphs");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(outcome.err()).contains("no adapter 'graphs'", "rocksdb, fakegraph");
  }

  @Test
  void keepsPasswordFileWhenAdapterIsRebuilt() throws IOException {
    tester.run("adapters", "catch-up", GRAPH);
    Files.writeString(tester.store.resolve(GRAPH).resolve("password"), "chosen");
    for (int i = 0; i < 2; i++) {
      Outcome outcome = tester.run("adapters", "rebuild", GRAPH);

      assertThat(outcome.exitCode()).as(outcome.err()).isZero();
      assertThat(outcome.err()).contains("fakegraph holds everything up to LSN");
      Path its = new Store(tester.store, text -> {}).adapterDirectory(GRAPH);
      assertThat(its.resolve("password")).hasContent("chosen");
      assertThat(listed(GRAPH).get("behind").asLong()).isZero();
      assertThat(tester.run("lineage", "/b", "--store-adapter", GRAPH).out())
          .isEqualTo(tester.run("lineage", "/b").out())
          .isNotEmpty();
    }
    assertThat(tester.store.resolve(GRAPH)).doesNotExist();
  }

  @Test
  void deletesWhenDetached() throws IOException {
    Outcome outcome = tester.run("adapters", "detach", GRAPH, "--yes");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.err()).contains("deleted " + tester.store.resolve(GRAPH));
    assertThat(tester.store.resolve(GRAPH)).doesNotExist();
    assertThat(listed(GRAPH)).isNull();
    assertThat(tester.run("lineage", "/b").exitCode()).isZero();
  }

  @Test
  void asksBeforeDetachingAtATerminal() {
    Outcome refused = tester.typing("n\n").run("adapters", "detach", GRAPH);
    assertThat(refused.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(refused.err()).contains("Delete " + tester.store.resolve(GRAPH));
    assertThat(tester.store.resolve(GRAPH)).exists();

    assertThat(tester.typing("Yes\n").run("adapters", "detach", GRAPH).exitCode()).isZero();
    assertThat(tester.store.resolve(GRAPH)).doesNotExist();
  }

  @Test
  void rejectsDetachOfPrimaryWithoutAsking() {
    assertThat(tester.run("adapters", "detach", "rocksdb").err())
        .contains("primary adapter")
        .doesNotContain("--yes");
  }

  @Test
  void listsReadableAdaptersWhenTheGivenOneOnlyWrites() {
    assertThat(tester.run("adapters", "attach", "graphviz").exitCode()).isZero();

    assertThat(tester.run("lineage", "/b", "--store-adapter", "graphviz").err().strip())
        .endsWith("choose another one: rocksdb, " + GRAPH);
  }

  @Test
  void reportsOnceThatAPausedAdapterIsNotPruned() {
    String[] line = {"prune", "--max-size", "1KiB", "--dry-run"};
    assertThat(tester.run(line).err()).containsOnlyOnce(GRAPH + " was not pruned");

    Outcome pruned = tester.run(Arrays.copyOf(line, 3));
    assertThat(pruned.exitCode()).as(pruned.err()).isZero();
    assertThat(pruned.err()).as("warning is only logged").doesNotContain("was not pruned");
  }

  @Test
  void exitsWithThreeWhenAnotherProcessRecords() {
    try (Kernel kernel = new Store(tester.store, text -> {}).openKernel(List.of())) {
      assertThat(kernel.status().adapters()).hasSize(1);

      for (String command : List.of("attach", "catch-up", "rebuild")) {
        Outcome outcome = tester.run("adapters", command, GRAPH);
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
        assertThat(outcome.err()).contains("being written by process");
      }
      assertThat(tester.run("adapters", "detach", GRAPH, "--yes").exitCode())
          .isEqualTo(ExitCode.TROUBLE);
      assertThat(tester.run("adapters").exitCode()).isZero();
    }
  }

  @Test
  void returnsTheSameAnswersFromEveryAdapter() {
    tester.run("adapters", "catch-up", GRAPH);
    for (String line : List.of("lineage /b", "why /b /a", "history /b", "show /b")) {
      Outcome fast = tester.run(line.split(" "));
      Outcome graph = tester.run((line + " --store-adapter " + GRAPH).split(" "));

      assertThat(graph.out()).as(line).isEqualTo(fast.out()).isNotEmpty();
    }
  }

  /**
   * Restores an old copy of an adapter's directory. It is so old that the journal no longer has the
   * missing records.
   */
  private void restoreOlderCopy() throws IOException {
    tester.run("adapters", "detach", GRAPH, "--yes"); // otherwise the journal keeps its records
    Path adapter = tester.store.resolve("rocksdb");
    Path copy = directory.resolve("copy");
    FileUtils.copyDirectory(adapter.toFile(), copy.toFile());
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/b"), Bytes.of("/c")));
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/b"), Bytes.of("/d")));
    FileUtils.deleteDirectory(adapter.toFile());
    FileUtils.moveDirectory(copy.toFile(), adapter.toFile());
  }

  @Test
  void continuesWithAGapWhenLossIsAccepted() throws IOException {
    restoreOlderCopy();

    Outcome refused = tester.run("adapters", "catch-up", "rocksdb");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(refused.err()).contains("colophon adapters accept-loss rocksdb");
    assertThat(tester.run("adapters", "accept-loss", "rocksdb").exitCode())
        .isEqualTo(ExitCode.USAGE);
    assertThat(tester.typing("no\n").run("adapters", "accept-loss", "rocksdb").exitCode())
        .isEqualTo(ExitCode.NOTHING);
    assertThat(tester.run("adapters", "catch-up", "rocksdb").exitCode())
        .isEqualTo(ExitCode.TROUBLE);

    Outcome accepted = tester.run("adapters", "accept-loss", "rocksdb", "--yes");

    assertThat(accepted.exitCode()).as(accepted.err()).isZero();
    assertThat(accepted.err()).contains("rocksdb continues with a gap");
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/b"), Bytes.of("/e")));
    assertThat(tester.run("lineage", "/e").out()).contains("/a");
    assertThat(tester.run("lineage", "/c").exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(tester.run("status").out()).contains("damaged journal entries");
  }

  @Test
  void refusesToAcceptLossWhenNothingIsLost() {
    Outcome outcome = tester.run("adapters", "accept-loss", "rocksdb", "--yes");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(outcome.err()).contains("nothing is lost");
    assertThat(tester.run("status").out()).doesNotContain("damaged journal entries");
  }

  @Test
  void explainsAttachWhenAdapterIsUnknown() {
    Outcome outcome = tester.run("lineage", "/b", "--store-adapter", "tables");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(outcome.err()).contains("colophon adapters attach tables");
  }

  @Test
  void reportsThatNothingIsRecordedWithoutAStore() {
    for (String line : List.of("adapters", "adapters attach " + GRAPH, "cypher NOTHING", "bolt")) {
      Outcome outcome = tester.with("COLOPHON_STORE", directory + "/none").run(line.split(" "));

      assertThat(outcome.exitCode()).as(line).isEqualTo(ExitCode.NOTHING);
      assertThat(outcome.err()).contains("nothing has been recorded");
      assertThat(directory.resolve("none")).doesNotExist();
    }
  }
}
