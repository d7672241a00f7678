// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.Bytes;
import org.colophon.service.Service;
import org.colophon.service.config.file.ConfigFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests attaching, detaching and watching, with and without a service. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ControlCommandsTest {
  private static final String FEED =
      "type:Process id:1 name:maker pid:7\n"
          + "type:Artifact id:2 path:/fed\n"
          + "type:WasGeneratedBy from:2 to:1\n";

  @TempDir private Path directory;

  private CommandTester tester;
  private Service service;

  @BeforeEach
  void prepare() throws IOException {
    tester = new CommandTester(directory);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    Files.writeString(directory.resolve("feed"), FEED);
  }

  @AfterEach
  void stop() {
    if (service != null) {
      assertThat(service.stop()).isTrue();
    }
  }

  private void serve() throws IOException {
    Path file = directory.resolve("colophon.yaml");
    Files.writeString(file, "attach:\n  roots: [" + directory + "]\n");
    service = Service.start(ConfigFile.read(file, tester.store));
  }

  private void awaitState(String id, String state) throws IOException {
    while (!state.equals(reporter(id).path("state").asText())) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private JsonNode reporter(String id) throws IOException {
    for (JsonNode each : new ObjectMapper().readTree(tester.run("reporters", "--json").out())) {
      if (each.path("id").asText().equals(id)) {
        return each;
      }
    }
    return new ObjectMapper().createObjectNode();
  }

  @Test
  void attachesListsAndDetachesWhenAServiceRuns() throws Exception {
    serve();
    Outcome none = tester.run("reporters");
    assertThat(none.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(none.err()).contains("--available");

    Outcome attached = tester.run("attach", "dsl", "pipe=pipe", "--keep-all");
    assertThat(attached.err()).isEmpty();
    assertThat(attached.out()).isEqualTo("dsl-1\n");
    assertThat(tester.run("reporters").out())
        .contains("dsl-1", "running", "pipe=" + directory.toRealPath().resolve("pipe"));
    assertThat(reporter("dsl-1").path("keepAll").asBoolean()).isTrue();

    Files.writeString(directory.resolve("pipe"), FEED);
    while (tester.run("lineage", "/fed").exitCode() != ExitCode.FOUND) {
      LockSupport.parkNanos(1_000_000);
    }
    Outcome detached = tester.run("detach", "dsl-1");
    assertThat(detached.exitCode()).isZero();
    assertThat(detached.err()).contains("detached dsl-1", "0 refused");
    assertThat(tester.run("detach", "dsl-1").exitCode()).isEqualTo(ExitCode.NOTHING);
  }

  @Test
  void detachesKnownReportersWhenOthersAreUnknown() throws Exception {
    serve();
    tester.run("attach", "dsl", "pipe=one");
    tester.run("attach", "dsl", "pipe=two");
    Outcome detached = tester.run("detach", "nobody", "dsl-1", "noone", "dsl-2");
    assertThat(detached.err())
        .contains("id 'nobody'", "detached dsl-1", "id 'noone'", "detached dsl-2");
    assertThat(detached.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(tester.run("reporters").exitCode()).isEqualTo(ExitCode.NOTHING);
  }

  @Test
  void reportsAnImportWithoutNewRecords() throws IOException {
    Files.writeString(directory.resolve("empty"), "");
    Outcome outcome = tester.run("import", "dsl", "from=empty");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(outcome.err()).contains("was imported before");
  }

  /** The file is not a log, so the import ends with an error. */
  @ParameterizedTest
  @CsvSource({
    "binlog=bad, , true",
    "binlog=bad, follow=true, false",
    "binlog=bad, follow=false, false",
    "from=bad, , false"
  })
  void reportsThatImportFollowsTheLogUnlessSetExplicitly(String log, String more, boolean isSaid)
      throws IOException {
    Files.writeString(directory.resolve("bad"), "Tcp port: 3306\n1 Query x\u00e4\n");
    Outcome outcome =
        more == null
            ? tester.run("import", "mysql", log)
            : tester.run("import", "mysql", log, more);
    assertThat(outcome.exitCode()).as(outcome.err()).isNotEqualTo(ExitCode.FOUND);
    assertThat(outcome.err().contains("until Ctrl-C")).as(outcome.err()).isEqualTo(isSaid);
  }

  @Test
  void prefersReporterToDirectoryOrFileOfTheSameName() throws IOException {
    String feed = "type:Process id:1 pid:7 name:cp\ntype:Artifact id:2 path:/imported\n";
    Files.writeString(directory.resolve("feed"), feed + "type:WasGeneratedBy from:2 to:1\n");
    Files.createDirectory(directory.resolve("dsl"));
    Outcome besideADirectory = tester.run("import", "dsl", "from=feed");
    assertThat(besideADirectory.exitCode()).as(besideADirectory.err()).isZero();
    assertThat(tester.run("lineage", "/imported").out()).contains("cp");
    Outcome ofTheDirectory = tester.run("import", "./dsl");
    assertThat(ofTheDirectory.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ofTheDirectory.err()).contains("is a directory");
    Files.delete(directory.resolve("dsl"));
    Files.writeString(directory.resolve("dsl"), "100 +++ exited with 0 +++\n");
    Files.writeString(directory.resolve("feed"), feed);
    Outcome again = tester.run("import", "dsl", "from=feed");
    assertThat(again.exitCode()).as(again.err()).isZero();
    Outcome ofTheFile = tester.run("import", "./dsl", "from=feed");
    assertThat(ofTheFile.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ofTheFile.err()).contains("leave from= out");
    assertThat(tester.run("import", "./dsl").err()).doesNotContain("is a directory", "no reporter");
  }

  @Test
  void countsNodesBeyondTheDepth() {
    Outcome none = tester.run("lineage", "/b", "--depth", "0");
    assertThat(none.out()).contains("1 more beyond");
    assertThat(none.err()).isEmpty();
    assertThat(none.exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"'', fed", "directory=., fed", "directory=sub, sub/fed", "directory=/w, /w/fed"})
  void resolvesRelativeFeedPathsInTheCallersDirectory(String option, String name) throws Exception {
    Files.writeString(directory.resolve("feed"), FEED.replace("/fed", "fed"));
    serve();
    List<String> line = new ArrayList<>(List.of("attach", "dsl", "from=feed", "--id", "feed"));
    if (!option.isEmpty()) {
      line.add(option);
    }
    Outcome attached = tester.run(line.toArray(new String[0]));
    assertThat(attached.exitCode()).as(attached.err()).isZero();
    awaitState("feed", "stopped");
    Outcome lineage = tester.run("lineage", directory.resolve(name).toString());
    assertThat(lineage.exitCode()).as(lineage.err()).isZero();
    assertThat(lineage.out()).contains("maker");
  }

  @Test
  void reattachesReporterUnderItsIdAfterRestart() throws Exception {
    serve();
    assertThat(tester.run("attach", "dsl", "pipe=pipe", "--id", "feed", "--restart").out())
        .isEqualTo("feed\n");
    Outcome again = tester.run("attach", "dsl", "pipe=pipe", "--id", "feed");
    assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(again.err()).contains("'feed' runs already");

    stop();
    serve();
    awaitState("feed", "running");
    assertThat(tester.run("detach", "feed").exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "attach nobody, 2, known",
    "attach dsl from=none, 3, none",
    "attach dsl colour=red, 2, colour",
    "attach dsl from=-, 2, standard input",
    "attach dsl from=/etc/passwd, 3, attach.roots",
    "attach dsl from=/etc/passwd, 3, 'SIGHUP, systemctl reload); to open it in this process, add --foreground'",
    "mount /etc dst, 3, 'add --embedded'",
    "attach fuse mount=x, 2, 'source='",
    "attach dsl from=feed --id a/b, 2, an id is",
    "attach dsl from=feed --on-overload=wait, 2, block or drop",
    "attach dsl from=feed --also-into memory, 2, --also-into",
    "detach nobody, 1, nobody"
  })
  void reportsErrorsThroughTheService(String line, int exitCode, String part) throws IOException {
    serve();

    Outcome outcome = tester.run(line.split(" "));

    assertThat(outcome.err()).contains(part);
    assertThat(outcome.exitCode()).isEqualTo(exitCode);
    assertThat(outcome.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "attach nobody, 1, known",
    "attach dsl from=feed --restart, 2, colophon serve",
    "attach dsl from=feed --id feed, 2, colophon serve",
    "attach dsl from=none, 3, none",
    "mount . nodir, 3, nodir",
    "export /b -o none/x.dot, 3, there is no directory",
    "export /b -o none/x.dot, 3, /none",
    "detach dsl-1, 3, colophon serve",
    "reporters, 3, colophon serve",
    "status --watch, 3, colophon serve",
    "status --service, 3, colophon serve",
    "status --samples 3, 2, --watch"
  })
  void reportsTheMissingService(String line, int exitCode, String part) {
    Outcome outcome = tester.run(line.split(" "));

    assertThat(outcome.err()).contains(part);
    assertThat(outcome.exitCode()).isEqualTo(exitCode);
  }

  @Test
  void runsTheReporterLocallyWhenNoServiceRuns() {
    Outcome outcome = tester.run("attach", "dsl", "from=feed", "-v");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).contains("reported", "stored");
    assertThat(tester.run("lineage", "/fed").exitCode()).isZero();
  }

  @Test
  void listsTheSameReportersWithAndWithoutService() throws IOException {
    Outcome text = tester.run("reporters", "--available");
    Outcome json = tester.run("reporters", "--available", "--json");
    assertThat(text.out()).contains("dsl  ", "strace  ", "from=FILE", "command=COMMAND");
    assertThat(text.out()).contains("full: \\\\, \\n and");

    serve();
    assertThat(tester.run("reporters", "--available")).isEqualTo(text);
    assertThat(tester.run("reporters", "--available", "--json")).isEqualTo(json);
    assertThat(new ObjectMapper().readTree(json.out()).at("/0/options/0/kind").asText())
        .isIn("text", "file", "command");
  }

  @Test
  void listsTheAdaptersThatTheServiceRuns() throws IOException {
    assertThat(tester.run("adapters").out()).contains("rocksdb", "primary");
    serve();
    assertThat(tester.run("adapters").out()).contains("rocksdb", "running");
    JsonNode json = new ObjectMapper().readTree(tester.run("adapters", "--json").out());
    assertThat(json.at("/0/state").asText()).isEqualTo("running");
    assertThat(json.at("/0/diskBytes").asLong()).isPositive();
  }

  @Test
  void printsWatchedStatusAsLinesJsonOrPage() throws IOException {
    serve();
    assertThat(tester.run("status", "--service").out())
        .contains("service", "running for", "kernel");

    Outcome lines = tester.run("status", "--watch", "--samples", "2");
    assertThat(lines.exitCode()).isZero();
    List<String> both = lines.out().lines().toList();
    assertThat(both)
        .hasSize(2)
        .allMatch(line -> line.contains("reported=0 "))
        .allMatch(line -> line.contains("lag.rocksdb=0"));

    Outcome json = tester.run("status", "--watch", "--samples", "1", "--json");
    assertThat(new ObjectMapper().readTree(json.out()).path("kernel").asText())
        .isEqualTo("running");

    Outcome page = tester.onTerminal().run("status", "--watch", "--samples", "1");
    assertThat(page.out())
        .startsWith("\u001b[?1049h")
        .endsWith("\u001b[?1049l")
        .contains("adapter rocksdb", "queue", "last LSN");
  }
}
