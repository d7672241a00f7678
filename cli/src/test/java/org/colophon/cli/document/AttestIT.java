// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.colophon.cli.command.CommandTester;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.testing.python.PythonTools;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attests real runs, and has verifiers of other projects check the statements. */
final class AttestIT {
  private static final Path VERIFIER = Path.of("src/test/scripts/verify_statement.py");
  private static final int OBJECTS = 34;
  private static final String[] ATTEST = {"attest", "--key", "key.pem", "-o", "out.json"};

  @TempDir private Path temporary;

  private Path directory;
  private CommandTester tester;

  @BeforeEach
  void prepare() throws IOException {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory).withStrace();
  }

  private Path write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private void trace(String script, String... options) {
    List<String> words = new ArrayList<>(List.of("trace"));
    words.addAll(List.of(options));
    words.addAll(List.of("--", "sh", "-c", "cd '" + directory + "' && " + script));
    Outcome traced = tester.run(words.toArray(String[]::new));
    assertThat(traced.exitCode()).as(traced.err()).isZero();
  }

  private JsonNode attest(String... options) throws IOException {
    Outcome outcome =
        tester.run(Stream.concat(Stream.of("attest"), Stream.of(options)).toArray(String[]::new));
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return new ObjectMapper().readTree(outcome.out());
  }

  private Outcome run(List<String> command) throws IOException, InterruptedException {
    Path out = directory.resolve("said.out");
    Path err = directory.resolve("said.err");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    return new Outcome(process.waitFor(), Files.readString(out), Files.readString(err));
  }

  private void openssl(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("openssl"));
    command.addAll(List.of(words));
    Outcome made = run(command);
    assertThat(made.exitCode()).as(made.err()).isZero();
  }

  private void generateKey(String algorithm) throws Exception {
    List<String> words = new ArrayList<>(List.of("genpkey", "-algorithm", algorithm));
    if (algorithm.equals("EC")) {
      words.addAll(List.of("-pkeyopt", "ec_paramgen_curve:prime256v1"));
    }
    words.addAll(List.of("-out", "key.pem"));
    openssl(words.toArray(String[]::new));
    openssl("pkey", "-in", "key.pem", "-pubout", "-out", "key.pub");
  }

  private PythonTools.Outcome verify() throws Exception {
    return PythonTools.tryRun(
        VERIFIER, directory.resolve("out.json"), directory.resolve("key.pub"), "/");
  }

  /** Returns the paths of all file dependencies of the directory. */
  private Set<String> dependencies(JsonNode statement) {
    Set<String> found = new TreeSet<>();
    statement
        .at("/predicate/buildDefinition/resolvedDependencies")
        .forEach(each -> found.add(each.path("uri").asText()));
    found.removeIf(each -> !each.startsWith("file://" + directory));
    return found;
  }

  private void writeSources() throws IOException {
    write("h/all.h", "int all(int);\n");
    StringBuilder body = new StringBuilder("#include \"h/all.h\"\nint main(void) { return all(0)");
    for (int i = 1; i < OBJECTS; i++) {
      write("h/own" + i + ".h", "int f" + i + "(int);\n");
      write(
          "src/f%d.c".formatted(i),
          "#include \"../h/all.h\"\n#include \"../h/own%d.h\"\nint f%d(int x) { return x; }\n%s"
              .formatted(i, i, i == 1 ? "int all(int x) { return x; }\n" : ""));
      write("h/unused" + i + ".h", "");
      body.append(" + f").append(i).append("(0)");
      body.insert(0, "#include \"h/own" + i + ".h\"\n");
    }
    write("src/f0.c", body.append(" + GENERATED; }\n").toString().replace("\"h/", "\"../h/"));
    write("src/f0.c", "#include \"../made.h\"\n" + Files.readString(directory.resolve("src/f0.c")));
    write("lib/extra.c", "int extra;\n");
    write("unused.o", "");
  }

  /** Returns the words of all lists of prerequisites, and the files that the linker read. */
  private Set<String> reportedInputs() throws IOException {
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < OBJECTS; i++) {
      String rule = Files.readString(directory.resolve("o/f" + i + ".d"));
      names.addAll(
          List.of(
              rule.substring(rule.indexOf(':') + 1).replace("\\\n", " ").strip().split("\\s+")));
    }
    names.addAll(Files.readAllLines(directory.resolve("link.log")));
    Set<String> inputs = new TreeSet<>();
    for (String each : names) {
      Path path = directory.resolve(each).normalize();
      if (path.startsWith(directory)) {
        inputs.add("file://" + path);
      }
    }
    return inputs;
  }

  @Test
  void listsExactlyTheFilesThatCompilerAndLinkerReport() throws Exception {
    writeSources();
    Outcome made = run(List.of("gcc", "-c", "lib/extra.c", "-o", "lib/extra.o"));
    assertThat(made.exitCode()).as(made.err()).isZero();
    trace(
        "mkdir o && echo '#define GENERATED 0' > made.h && i=0 && while [ $i -lt %d ]; do gcc -MD -c src/f$i.c -o o/f$i.o || exit 1; i=$((i+1)); done && gcc -Wl,--trace -o prog o/*.o lib/extra.o > link.log"
            .formatted(OBJECTS));

    JsonNode statement = attest();

    Set<String> expected = reportedInputs();
    Set<String> written = new TreeSet<>();
    statement.path("subject").forEach(each -> written.add("file://" + each.path("name").asText()));
    assertThat(written)
        .contains("file://" + directory + "/prog", "file://" + directory + "/made.h")
        .hasSize(2 * OBJECTS + 3);
    expected.removeAll(written);
    assertThat(expected).hasSize(2 * OBJECTS + 1);
    assertThat(dependencies(statement)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ED25519", "EC"})
  void satisfiesVerifiersOfOtherProjectsUntilOneByteChanges(String algorithm) throws Exception {
    generateKey(algorithm);
    write("a.c", "int main(void) { return 0; }\n");
    trace("gcc -o 'my prog' a.c");
    assertThat(tester.run(ATTEST).exitCode()).isZero();

    PythonTools.Outcome verified = verify();
    assertThat(verified.exitCode()).as(verified.err()).isZero();
    assertThat(verified.out()).isEqualTo("1\n");

    Path prog = directory.resolve("my prog");
    byte[] bytes = Files.readAllBytes(prog);
    bytes[bytes.length - 1] ^= 1;
    Files.write(prog, bytes);
    assertThat(verify().err()).contains("another content: " + prog);

    bytes[bytes.length - 1] ^= 1;
    Files.write(prog, bytes);
    Path file = directory.resolve("out.json");
    ObjectNode envelope = (ObjectNode) new ObjectMapper().readTree(file.toFile());
    for (String field : List.of("payload", "payloadType", "sig", "keyid")) {
      ObjectNode changed = envelope.deepCopy();
      ObjectNode signature = (ObjectNode) changed.at("/signatures/0");
      switch (field) {
        case "payload" -> {
          String text = new String(changed.path(field).binaryValue(), StandardCharsets.UTF_8);
          changed.put(field, text.replace("my prog", "no prog").getBytes(StandardCharsets.UTF_8));
        }
        case "payloadType" -> changed.put(field, "application/json");
        case "sig" -> {
          byte[] sig = signature.path(field).binaryValue();
          sig[sig.length / 2] ^= 1;
          signature.put(field, sig);
        }
        default -> signature.put(field, "0".repeat(64));
      }
      Files.writeString(file, changed.toString());
      assertThat(verify().err()).as(field).contains("VerificationError");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"runtime-trace", "command-run"})
  void writesOtherTypesThatTheStatementLibraryReads(String type) throws Exception {
    generateKey("ED25519");
    trace("printf hello > figure");
    Outcome written = tester.run("attest", "--type", type, "--key", "key.pem", "-o", "out.json");
    assertThat(written.exitCode()).as(written.err()).isZero();

    PythonTools.Outcome verified = verify();
    assertThat(verified.exitCode()).as(verified.err()).isZero();
  }

  /** Returns the SHA-256 ids that git gives to files. */
  private List<String> gitIds(String... files) throws Exception {
    Outcome made = run(List.of("git", "init", "-q", "--object-format=sha256", "ids"));
    assertThat(made.exitCode()).as(made.err()).isZero();
    List<String> command = new ArrayList<>(List.of("git", "-C", "ids", "hash-object"));
    Stream.of(files).map(each -> directory.resolve(each).toString()).forEach(command::add);
    return run(command).out().lines().toList();
  }

  private Map<String, String> unzip(String file) throws IOException {
    Map<String, String> entries = new TreeMap<>();
    try (ZipFile zip = new ZipFile(directory.resolve(file).toFile())) {
      for (ZipEntry each : Collections.list(zip.entries())) {
        byte[] content = zip.getInputStream(each).readAllBytes();
        entries.put(each.getName(), new String(content, StandardCharsets.US_ASCII));
      }
    }
    return entries;
  }

  @Test
  void writesInputManifestsWithIdsOfGit() throws Exception {
    write("a.c", "#include <stdio.h>\n#include \"a.h\"\nint main(void) { return A; }\n");
    write("a.h", "#define A 0\n");
    write("b.h", "");
    trace("gcc -c a.c && gcc -o prog a.o && cat b.h > copy");
    String[] omnibor = {"attest", "prog", "--type", "omnibor", "-o", "out.zip"};

    Outcome written = tester.run(omnibor);

    assertThat(written.exitCode()).as(written.err()).isZero();
    Map<String, String> entries = unzip("out.zip");
    String targets = entries.remove("targets");
    List<String> ids = gitIds("prog", "a.c", "a.h", "/usr/include/stdio.h", "a.o", "b.h");
    String type = "gitoid:blob:sha256";
    assertThat(targets).startsWith(type + ":" + ids.get(0) + " " + type + ":").endsWith("\n");
    String name = entries.keySet().iterator().next();
    List<String> lines = entries.get(name).lines().toList();
    write("manifest", entries.get(name));
    String id = gitIds("manifest").get(0);
    assertThat(name)
        .isEqualTo("manifests/gitoid_blob_sha256/" + id.substring(0, 2) + "/" + id.substring(2));
    assertThat(targets.strip()).endsWith(type + ":" + id);
    assertThat(lines.get(0)).isEqualTo(type);
    assertThat(lines.subList(1, lines.size()))
        .isSorted()
        .doesNotHaveDuplicates()
        .containsAll(ids.subList(1, 4))
        .doesNotContainAnyElementsOf(ids.subList(4, 6));

    write("a.h", "#define A 1\n");
    Outcome refused = tester.run(omnibor);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains(directory + "/a.h on the disk was changed after the run");
  }

  @Test
  void refusesChangedAndMissingOutputsUnlessAsRecorded() throws IOException {
    trace("printf hello > figure; printf more > other");
    write("figure", "hellO");
    Files.delete(directory.resolve("other"));

    Outcome refused = tester.run("attest", "-o", "out.json");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .contains("refused, because " + directory + "/figure on the disk has sha256 ")
        .contains(directory + "/other is not on the disk any more", "--as-recorded");
    assertThat(directory.resolve("out.json")).doesNotExist();
    JsonNode accepted = attest("--as-recorded");
    assertThat(accepted.at("/subject/0/digest/sha256").asText())
        .isEqualTo("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
    assertThat(accepted.at("/predicate/buildDefinition/internalParameters/asRecorded")).hasSize(2);
  }

  @Test
  void refusesOutputsWithoutDigest() {
    trace("printf hello > figure", "--digests", "none");

    Outcome refused = tester.run("attest");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .contains("no digest is recorded for " + directory + "/figure", "--digests is none");
  }

  @Test
  void writesTheSameBytesForTheSameRunAndLsn() throws IOException {
    trace("printf hello > figure");
    JsonNode first = attest();
    String lsn = first.at("/predicate/buildDefinition/internalParameters/lsn").asText();
    trace("printf hello > later");

    Outcome again = tester.run("attest", "figure", "--as-of", lsn);

    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(attest("--as-of", lsn)).isEqualTo(first);
  }

  @Test
  void includesNamedVariablesAndMasksSecrets() throws IOException {
    write(
        "run.sh", "export CI_JOB=7 CI_TOKEN=hidden OTHER=8\nsh -c 'printf hello > figure; true'\n");
    trace("sh run.sh", "--env", "CI_*,OTHER");

    assertThat(attest("--type", "runtime-trace").toString()).doesNotContain("CI_JOB", "OTHER\"");
    String shown = attest("--type", "runtime-trace", "--env", "CI_*").toString();
    assertThat(shown)
        .contains("\"CI_JOB\":\"7\"", "\"CI_TOKEN\":\"***\"")
        .doesNotContain("\"OTHER\"");
  }

  @Test
  void namesPackagesInsteadOfTheirFilesUnlessAllAreListed() throws IOException {
    trace("printf hello > figure");

    String packages = attest().toString();
    assertThat(packages).contains("pkg:deb/", "/dash@").doesNotContain("file:///usr/");
    assertThat(attest("--list-files").toString()).contains("pkg:deb/", "file:///usr/bin/dash");
  }

  @Test
  void namesTheCommitOfTheRun() throws Exception {
    String script =
        "git init -q r && cd r && git config user.name n && git config user.email n@example.org && git remote add origin https://me:secret@example.org/r.git && echo a > a && git add a && GIT_COMMITTER_DATE='2020-01-01T00:00:00Z' git commit -qm a && git rev-parse HEAD";
    Outcome made = run(List.of("sh", "-c", script));
    assertThat(made.exitCode()).as(made.err()).isZero();
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command =
        new ArrayList<>(List.of("env", "-C", "r", "COLOPHON_STORE=" + directory.resolve("store")));
    command.addAll(List.of(java.toString(), "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("org.colophon.cli.Main", "trace", "--with", "strace", "--"));
    command.addAll(List.of("sh", "-c", "printf hello > figure"));
    Outcome traced = run(command);
    assertThat(traced.exitCode()).as(traced.err()).isZero();

    JsonNode source = attest().at("/predicate/buildDefinition/resolvedDependencies/0");
    String commit = made.out().strip();
    assertThat(source.path("uri").asText()).isEqualTo("git+https://example.org/r.git@" + commit);
    assertThat(source.at("/digest/gitCommit").asText()).isEqualTo(commit);
    assertThat(source.at("/annotations/dirty").asBoolean()).as("figure is not committed").isTrue();
    assertThat(source.at("/annotations/movedAfterRunBegan").asBoolean()).isFalse();
  }

  @Test
  void listsKnownTypesForUnknownOne() {
    Outcome refused = tester.run("attest", "--type", "nothing");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .contains("nothing", "known here: command-run, ", "omnibor, runtime-trace, slsa");
  }
}
