// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.fake.FakeGraphFactory;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests Cypher statements on the command line, with a fake engine. */
class CypherCommandTest {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void attachFakeGraph() {
    tester = new CommandTester(directory);
    tester.attach(FakeGraphFactory.NAME);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
  }

  @Test
  void showsTerminalSafeTableByDefault() {
    Outcome outcome = tester.run("cypher", "GRAPH");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .startsWith("node")
        .contains("(:File object:7 /tmp/a\\u{1b}[31m)", "[:USED 4..6]")
        .contains("(:Process process:3 cp a b)-[:USED 4..6]->(:File object:7")
        .doesNotContain("\u001b");
  }

  @Test
  void writesWarningsOfTheEngineToStandardError() {
    Outcome outcome = tester.run("cypher", "WARNING", "-f", "csv");

    assertThat(outcome.out()).isEqualTo("x\r\n1\r\n");
    assertThat(outcome.err())
        .isEqualTo("colophon: warning: line 1, column 10: no label Flie\\u{1b}\n");
  }

  @ParameterizedTest
  @CsvSource({
    "MEMORY, 'out of memory (Java heap space): limit the query, or give the JVM more memory, such as COLOPHON_JAVA_OPTS=-Xmx4g'",
    "NATIVE, 'native code cannot be loaded: /tmp/libx.so: not permitted'",
    "DEEP, unexpected failure in 'colophon cypher': StackOverflowError"
  })
  void exitsWithThreeWhenResourcesAreExhausted(String statement, String told) {
    Outcome outcome = tester.run("cypher", statement);

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err()).startsWith("colophon: " + told).doesNotContain("\tat ");
    assertThat(tester.with("COLOPHON_DEBUG", "1").run("cypher", statement).err()).contains("\tat ");
  }

  @Test
  void writesRowsAsJsonObjects() throws IOException {
    Outcome outcome = tester.run("cypher", "GRAPH", "--json");

    JsonNode row = new ObjectMapper().readTree(outcome.out()).get(0);
    assertThat(row.at("/node/labels/0").asText()).isEqualTo("File");
    assertThat(row.at("/node/properties/id").asLong()).isEqualTo(7);
    assertThat(row.at("/relationship/type").asText()).isEqualTo("USED");
    assertThat(row.at("/relationship/start").asLong()).isEqualTo(2);
    assertThat(row.at("/path/nodes")).hasSize(2);
    assertThat(outcome.out()).doesNotContain("\u001b");
  }

  @Test
  void writesEveryKindOfValueAsJson() throws IOException {
    JsonNode row =
        new ObjectMapper().readTree(tester.run("cypher", "VALUES", "-f", "json").out()).get(0);

    assertThat(row.get("nothing").isNull()).isTrue();
    assertThat(row.get("yes").asBoolean()).isTrue();
    assertThat(row.get("double").asDouble()).isEqualTo(0.5);
    assertThat(row.at("/bytes/base64").asText()).isEqualTo("AXg=");
    assertThat(row.at("/list/1").asText()).isEqualTo("it's");
    assertThat(row.at("/map/k").asLong()).isEqualTo(2);
  }

  @Test
  void writesExactCsvUnlessOutputIsATerminal() {
    assertThat(tester.run("cypher", "TEXT", "--format", "csv").out())
        .isEqualTo("text\r\n\"a,\"\"b\"\"\n\u001b[2J\u00fc\"\r\n");
    assertThat(tester.run("cypher", "VALUES", "--format", "csv").out())
        .contains("\r\n,true,0.5,\"{\"\"base64\"\":\"\"AXg=\"\"}\",\"[1,\"\"it's\"\",null]\"");
    assertThat(tester.onTerminal().run("cypher", "TEXT", "-f", "csv").out())
        .doesNotContain("\u001b");
  }

  @Test
  void drawsTheWholeAnswerAsDot() {
    Outcome outcome = tester.run("cypher", "GRAPH", "--format", "dot");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .startsWith("digraph")
        .contains("\"object:7\" -> \"process:3\" [label=\"used\"]")
        .contains("cp a b")
        .doesNotContain("\u001b");
    assertThat(outcome.out().lines().filter(line -> line.contains("->"))).hasSize(1);
  }

  @Test
  void reportsAnEmptyDrawing() {
    Outcome outcome = tester.run("cypher", "UNWIND 3", "--format", "dot");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(outcome.err()).contains("to draw");
  }

  @Test
  void choosesFormatBySuffixWhenWritingToFile() {
    assertThat(tester.run("cypher", "UNWIND 2", "-o", "n.csv").out()).isEmpty();

    assertThat(directory.resolve("n.csv")).hasContent("n\n1\n2\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x=17|17",
        "x=1.5|1.5",
        "x=true|true",
        "x=null|null",
        "x=/tmp/a=b|/tmp/a=b",
        "x=\"17\"|17",
        "x=[1, \"two\"]|[1, 'two']",
        "x={\"k\": null}|{k: null}",
        "$x=y|y",
        "x=|''"
      })
  void readsAParameterAsJsonOrElseAsText(String assignment, String shown) {
    Outcome outcome = tester.run("cypher", "RETURN $x", "-P", assignment);

    assertThat(outcome.out().lines().toList())
        .isEqualTo(shown.isEmpty() ? List.of("x", "") : List.of("x", shown));
  }

  @Test
  void letsParametersOfTheCommandLineOverrideThoseOfAFile() throws IOException {
    Files.writeString(directory.resolve("p.json"), "{\"x\": 1, \"y\": [2]}");

    String[] both = {"--params", "p.json", "-P", "x=3"};
    assertThat(run("RETURN $x", both).out()).isEqualTo("x\n3\n");
    assertThat(run("RETURN $y", both).out()).isEqualTo("y\n[2]\n");
  }

  private Outcome run(String statement, String... options) {
    String[] line = new String[options.length + 2];
    line[0] = "cypher";
    line[1] = statement;
    System.arraycopy(options, 0, line, 2, options.length);
    return tester.run(line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-P x|name=value",
        "-P =1|name=value",
        "-P x=99999999999999999999|64 bits",
        "--params list.json|JSON object",
        "--params bad.json|line 1",
        "--format yaml|table, json, csv, dot",
        "--timeout soon|30s",
        "--limit 0|at least 1",
        "--as-of yesterdayish|snapshots:"
      })
  void exitsWithTwoWhenOptionIsWrong(String option, String said) throws IOException {
    Files.writeString(directory.resolve("list.json"), "[1]");
    Files.writeString(directory.resolve("bad.json"), "{\"x\": ");

    Outcome outcome = run("NOTHING", option.split(" "));

    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains(said);
  }

  @Test
  void reportsAnInvalidStatementWithTheEnginesMessage() {
    Outcome outcome = tester.run("cypher", "MATHC (n)");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("Invalid input 'MATHC (n)' (line 1, column 1)");
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void keepsTheFileWhenStatementFails() throws IOException {
    Files.writeString(directory.resolve("kept.json"), "[]");

    tester.run("cypher", "MATHC", "-o", "kept.json");

    assertThat(directory.resolve("kept.json")).hasContent("[]");
    try (var files = Files.list(directory)) {
      assertThat(files.filter(file -> file.toString().endsWith(".part"))).isEmpty();
    }
  }

  @Test
  void exitsWithOneWhenThereAreNoRows() {
    Outcome outcome = tester.run("cypher", "NOTHING");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(outcome.out()).isEmpty();
    assertThat(tester.run("cypher", "NOTHING", "--json").out().strip()).matches("\\[ *]");
  }

  @Test
  void limitsRowsOfATableAndReportsIt() {
    Outcome outcome = tester.run("cypher", "UNWIND 1001");

    assertThat(outcome.out().lines()).hasSize(1 + 1000);
    assertThat(outcome.err()).contains("cut off after 1,000 rows").contains("--limit");
    assertThat(tester.run("cypher", "UNWIND 1000").err()).isEmpty();
    assertThat(tester.run("cypher", "UNWIND 1001", "-n", "2").out()).isEqualTo("n\n1\n2\n");
    assertThat(tester.run("cypher", "UNWIND 1001", "-f", "csv").out().lines()).hasSize(1002);
  }

  /** The changes of a statement are committed at the end of its answer. */
  @Test
  void reportsAPossiblyLostChangeWhenTheReaderIsGone() {
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    Outcome asking = tester.runInto(gone, "cypher", "GRAPH");
    Outcome changing = tester.runInto(gone, "cypher", "GRAPH", "--write");

    assertThat(asking.exitCode()).isZero();
    assertThat(asking.err()).isEmpty();
    assertThat(changing.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(changing.err()).contains("may not be kept");
  }

  @Test
  void rejectsWritingStatementsUnlessPermitted() {
    assertThat(tester.run("cypher", "CREATE (n)").exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(tester.run("cypher", "CREATE (n)", "--write").exitCode()).isZero();
  }

  @Test
  void forwardsTimeoutAndAsOf() {
    tester.run("snapshot", "before");
    assertThat(tester.run("cypher", "TIMEOUT", "--timeout", "2m").out()).contains("120000");
    assertThat(tester.run("cypher", "ASOF", "--as-of", "5").out()).contains("\n5\n");
    String snapshots = tester.run("snapshots").out();
    String lsn = tester.run("cypher", "ASOF", "--as-of", "before").out().lines().toList().get(1);
    assertThat(snapshots).contains(lsn);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"UNWIND 1|true", "RETURN $asOf|false", "CREATE (:N {at: Colophon.time(1)})|false"})
  void warnsWhenAStatementIgnoresAsOf(String text, boolean isSaid) {
    tester.run("snapshot", "before");

    Outcome outcome = tester.run("cypher", text, "--write", "--as-of", "before");

    assertThat(outcome.exitCode()).as(outcome.err()).isLessThan(ExitCode.USAGE);
    assertThat(outcome.err().contains("answers as of now")).as(outcome.err()).isEqualTo(isSaid);
    assertThat(tester.run("cypher", text).err()).doesNotContain("as of now");
  }

  @Test
  void readsStatementFromInputOrFile() throws IOException {
    Files.writeString(directory.resolve("q.cypher"), "UNWIND 1; // one\n");

    assertThat(tester.reading("UNWIND 2;\n").run("cypher").out()).isEqualTo("n\n1\n2\n");
    assertThat(tester.run("cypher", "--file", "q.cypher").out()).isEqualTo("n\n1\n");
  }

  @ParameterizedTest
  @CsvSource({"'', no statement", "' ; // x', no statement", "UNWIND 1; UNWIND 2, one statement"})
  void exitsWithTwoUnlessThereIsExactlyOneStatement(String input, String said) {
    Outcome outcome = tester.reading(input).run("cypher");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains(said);
  }

  @Test
  void exitsWithThreeWhenFileIsMissing() {
    Outcome outcome = tester.run("cypher", "--file", "nowhere.cypher");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err()).contains(directory + "/nowhere.cypher");
  }

  @Test
  void includesNewRecordsOnRequest() {
    String before = tester.run("cypher", "OBJECTS").out();
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/c"), Bytes.of("/d")));

    assertThat(tester.run("cypher", "OBJECTS").out()).isNotEqualTo(before).contains("4");
  }

  @Test
  void answersFromStoredRecordsWhileAnotherProcessRecords() {
    tester.run("adapters", "catch-up", FakeGraphFactory.NAME);
    tester.record(
        sink -> {
          Recorded.copy(sink, Bytes.of("/c"), Bytes.of("/d"));
          sink.awaitDurable(sink.flush());
          Outcome outcome = tester.run("cypher", "OBJECTS");
          assertThat(outcome.exitCode()).isZero();
          assertThat(outcome.out()).contains("2");
          assertThat(outcome.err()).contains("being written by", "fakegraph answers as of LSN");
        });
  }

  @Test
  void rejectsAnAdapterWithoutCypher() {
    Outcome outcome = tester.run("cypher", "OBJECTS", "--store-adapter", "rocksdb");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("rocksdb does not understand Cypher");
  }

  @Test
  void fitsTheTableIntoTheTerminal() {
    tester.onTerminal().with("COLUMNS", "60");

    assertThat(tester.run("cypher", "GRAPH").out().lines())
        .hasSize(2)
        .allMatch(line -> line.length() <= 60);
  }
}
