// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.attestations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.plugin.RecordCopy;
import org.colophon.query.document.DocumentFormat;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Origins;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.colophon.query.document.Surroundings;
import org.colophon.query.document.Surroundings.Revision;
import org.colophon.query.document.Surroundings.SoftwarePackage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StatementFormatTest {
  private static final Instant BEGIN = Instant.parse("2026-11-30T08:00:00.5Z");
  private static final String HOST_ID = "0123456789abcdef0123456789abcdef";
  private static final Surroundings PLAIN =
      new Surroundings("colophon 1", BEGIN, List.of(), null, List.of());

  private static RunFile file(String name, ObjectKind kind, Role role, boolean isFolded) {
    String digest = role == Role.OUTPUT || name.equals("/w/in") ? "a1".repeat(32) : null;
    return new RunFile("object:" + name.hashCode(), name, kind, role, isFolded, digest, null, 5L);
  }

  private static final List<RunFile> FILES =
      List.of(
          file("/etc/other", ObjectKind.FILE, Role.INPUT, true),
          file("/proc/self/comm", ObjectKind.FILE, Role.OUTPUT, true),
          file("/tmp/x", ObjectKind.FILE, Role.INTERMEDIATE, false),
          file("/usr/bin/cat", ObjectKind.FILE, Role.INPUT, true),
          file("/w/in", ObjectKind.FILE, Role.INPUT, false),
          file("/w/out ü", ObjectKind.FILE, Role.OUTPUT, false),
          file("mysql://db/t", ObjectKind.TABLE, Role.OUTPUT, false),
          file("pipe:[1]", ObjectKind.PIPE, Role.INPUT, false),
          file("pipe:[2]", ObjectKind.PIPE, Role.INPUT, false),
          file("tcp://[::1]:80/received?from=[::1]:5", ObjectKind.SOCKET, Role.INPUT, false));

  private static Use use(int program, int file, How how, long bytes) {
    return new Use(program, file, how, 1, bytes, BEGIN, BEGIN, false);
  }

  private static Program program(
      String key, int parent, boolean isExecuted, long pid, Integer status) {
    return new Program(
        key,
        parent,
        isExecuted,
        pid,
        isExecuted ? "/usr/bin/cat" : "/bin/sh",
        List.of("cat", "in"),
        false,
        "/w",
        BEGIN,
        BEGIN.plusSeconds(1),
        status,
        Map.of("B", "2", "A", "1"),
        List.of(),
        null);
  }

  private static RecordedRun run(String... gaps) {
    return new RecordedRun(
        "ab",
        "web (" + HOST_ID + ")",
        77,
        false,
        BEGIN,
        BEGIN.plusSeconds(1),
        List.of(
            program("process:1", -1, false, 10, null),
            program("process:2", 0, false, 11, 0),
            program("process:3", 0, true, 10, 3)),
        FILES,
        List.of(
            use(1, 4, How.READ, 5),
            use(1, 5, How.WRITE, 5),
            use(1, 7, How.READ, 0),
            use(2, 3, How.CODE, 0),
            use(2, 8, How.READ, 9),
            use(2, 9, How.READ, 9)),
        List.of(),
        List.of(gaps));
  }

  private static String text(String type, RecordedRun run, Surroundings surroundings)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DocumentFormat format = new PluginLoader<>(DocumentFormat.class).get(type);
    assertThat(format.isStatement()).isTrue();
    format.write(run, surroundings, out);
    return out.toString();
  }

  private static JsonNode statement(String type, RecordedRun run, Surroundings surroundings)
      throws IOException {
    return new ObjectMapper().readTree(text(type, run, surroundings));
  }

  private static List<String> texts(JsonNode nodes, String field) {
    return Stream.iterate(0, i -> i < nodes.size(), i -> i + 1)
        .map(i -> nodes.get(i).path(field).asText())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"slsa", "runtime-trace", "command-run"})
  void hasOutputFilesAsSubjectsAndNoTimeOfWriting(String type) throws IOException {
    JsonNode statement = statement(type, run(), PLAIN);

    assertThat(statement.path("_type").asText()).isEqualTo("https://in-toto.io/Statement/v1");
    assertThat(texts(statement.path("subject"), "name")).containsExactly("out ü");
    assertThat(statement.at("/subject/0/digest/sha256").asText()).isEqualTo("a1".repeat(32));
    Surroundings later = RecordCopy.with(PLAIN, "now", BEGIN.plusSeconds(99));
    assertThat(text(type, run(), later)).isEqualTo(text(type, run(), PLAIN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"slsa", "runtime-trace", "command-run"})
  void refusesOutputsWithoutDigestAndRunsWithoutOutput(String type) {
    RunFile unknown = RecordCopy.with(FILES.get(2), "role", Role.OUTPUT);
    RecordedRun undigested = RecordCopy.with(run(), "files", List.of(unknown));
    RecordedRun empty = RecordCopy.with(run(), "files", List.of(FILES.get(1)));

    assertThatThrownBy(() -> text(type, undigested, PLAIN))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("no digest is recorded for /tmp/x, and", "--digests");
    assertThatThrownBy(() -> text(type, empty, PLAIN))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("the run left no file behind");
  }

  @ParameterizedTest
  @ValueSource(strings = {"slsa", "runtime-trace", "command-run"})
  void statesGapsAndAcceptedDifferences(String type) throws IOException {
    assertThat(text(type, run(), PLAIN)).doesNotContain("3 events lost", "asRecorded");
    assertThat(text(type, run("3 events lost"), PLAIN))
        .contains("omplete\" : false", "3 events lost");
    Surroundings other = RecordCopy.with(PLAIN, "differences", List.of("/w/out is gone"));
    assertThat(text(type, run(), other)).contains("sRecorded\" : [ \"/w/out is gone\"");
  }

  @Test
  void listsInputsPackagesAndRevisionInSlsa() throws IOException {
    Surroundings surroundings =
        new Surroundings(
            "colophon 1.2",
            BEGIN,
            List.of(new SoftwarePackage("deb", "c", "9", "pkg:deb/debian/c@9", List.of(3), true)),
            new Revision("/w", "https://x.example/r", "c0".repeat(20), true, true),
            List.of(),
            "https://ci.example/builder");

    JsonNode predicate = statement("slsa", run(), surroundings).path("predicate");

    JsonNode build = predicate.path("buildDefinition");
    assertThat(texts(build.path("resolvedDependencies"), "uri"))
        .containsExactly(
            "git+https://x.example/r@" + "c0".repeat(20),
            "pkg:deb/debian/c@9",
            "file:///w/in",
            "urn:colophon:ab:" + FILES.get(8).key(),
            "urn:colophon:ab:" + FILES.get(9).key());
    assertThat(build.at("/resolvedDependencies/0/annotations/movedAfterRunBegan").asBoolean())
        .isTrue();
    assertThat(build.at("/resolvedDependencies/1/annotations/changedAfterRun").asBoolean())
        .isTrue();
    assertThat(build.at("/internalParameters/unlistedSystemFilesOfNoPackage").asInt()).isEqualTo(1);
    assertThat(build.at("/internalParameters/lsn").asInt()).isEqualTo(77);
    assertThat(build.at("/externalParameters/commands/0/words").toString())
        .isEqualTo("[\"cat\",\"in\"]");
    assertThat(build.at("/externalParameters/commands/0/environment").toString())
        .isEqualTo("{\"A\":\"1\",\"B\":\"2\"}");
    assertThat(predicate.at("/runDetails/builder").toString())
        .isEqualTo("{\"id\":\"https://ci.example/builder\",\"version\":{\"colophon\":\"1.2\"}}");
    assertThat(predicate.at("/runDetails/metadata/startedOn").asText())
        .isEqualTo("2026-11-30T08:00:00.500Z");
    assertThat(texts(predicate.at("/runDetails/byproducts"), "name"))
        .containsExactly("mysql://db/t");
  }

  @Test
  void listsProgramsConnectionsAndAllFilesInRuntimeTrace() throws IOException {
    JsonNode predicate = statement("runtime-trace", run(), PLAIN).path("predicate");

    assertThat(predicate.at("/monitoredProcess/hostID").asText())
        .isEqualTo("urn:colophon:host:" + HOST_ID);
    JsonNode log = predicate.path("monitorLog");
    assertThat(texts(log.path("process"), "key"))
        .containsExactly("process:1", "process:2", "process:3");
    assertThat(log.at("/network/0/ip").asText()).isEqualTo("::1");
    assertThat(log.at("/network/0/port").asInt()).isEqualTo(80);
    assertThat(log.at("/network/0/invokingProcess/pid").asInt()).isEqualTo(10);
    assertThat(log.path("fileAccess")).hasSize(9);
    assertThat(log.at("/fileAccess/4/digest/sha256").asText()).isEqualTo("a1".repeat(32));
    assertThat(log.at("/fileAccess/4/annotations/uses/0/key").asText()).isEqualTo("process:2");
    assertThat(log.at("/fileAccess/2/annotations/role").asText()).isEqualTo("intermediate");
  }

  @Test
  void hasExitStatusOfTheLastProgramInCommandRun() throws IOException {
    JsonNode predicate = statement("command-run", run(), PLAIN).path("predicate");

    assertThat(predicate.path("exitcode").asInt()).isEqualTo(3);
    assertThat(predicate.path("cmd").toString()).isEqualTo("[\"cat\",\"in\"]");
    JsonNode processes = predicate.path("processes");
    assertThat(texts(processes, "parentpid")).containsExactly("0", "10", "0");
    assertThat(processes.at("/1/environ").asText()).isEqualTo("A=1 B=2");
    assertThat(processes.get(1).at("/openedfiles/~1w~1in/sha256").asText())
        .isEqualTo("a1".repeat(32));
    // Witness allows these fields only.
    assertThat(predicate.fieldNames()).toIterable().containsExactly("cmd", "exitcode", "processes");
  }

  @Test
  void refusesCommandRunOfSeveralCommandsOrWithoutStatus() {
    List<Program> programs = run().programs();
    RecordedRun several =
        RecordCopy.with(
            run(), "programs", List.of(programs.get(0), programs.get(0), programs.get(0)));
    RecordedRun unknown =
        RecordCopy.with(
            run(),
            "programs",
            List.of(
                programs.get(0), programs.get(1), RecordCopy.with(programs.get(2), "parent", 1)));

    assertThatThrownBy(() -> text("command-run", several, PLAIN))
        .hasMessageContaining("command-run describes one command, not 3");
    assertThatThrownBy(() -> text("command-run", unknown, PLAIN))
        .hasMessageContaining("the exit status of the command is not recorded");
  }

  @Test
  void refusesManifestOfIncompleteRunAndOfInputThatIsNoFile() {
    List<Origins> origins = List.of(new Origins(5, List.of(9)));
    RecordedRun received = RecordCopy.with(run(), "origins", origins);

    assertThatThrownBy(() -> manifests(run("3 events lost")))
        .hasMessageContaining("a manifest cannot state that inputs may be missing");
    assertThatThrownBy(() -> manifests(received))
        .hasMessageContaining("and tcp://[::1]:80/received?from=[::1]:5 is no file");
  }

  private static void manifests(RecordedRun run) throws IOException {
    new PluginLoader<>(DocumentFormat.class)
        .get("omnibor")
        .write(run, PLAIN, OutputStream.nullOutputStream());
  }
}
