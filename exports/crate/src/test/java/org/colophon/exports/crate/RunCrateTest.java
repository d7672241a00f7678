// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.crate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Origins;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.colophon.query.document.Surroundings;
import org.colophon.query.document.Surroundings.SoftwarePackage;
import org.colophon.testing.python.PythonTools;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunCrateTest {
  private static final Instant BEGIN = Instant.parse("2026-11-20T08:00:00.123456Z");
  private static final String HOSTILE = "d/\"<script>alert(1)<\\script>&'\u202e %41\u001b[31m.txt";
  private static final CrateOptions PLAIN = options(null, true, false);

  @TempDir private Path temporary;

  private Path work;
  private Path crate;

  @BeforeEach
  void writeFiles() throws IOException {
    work = temporary.toRealPath().resolve("work");
    crate = temporary.resolve("crate");
    Files.createDirectories(work.resolve("d"));
    Files.createDirectory(crate);
    Files.writeString(work.resolve(HOSTILE), "in");
    Files.writeString(work.resolve("flow.sh"), "sort");
    Files.writeString(work.resolve("out.csv"), "out");
    Files.writeString(work.resolve("unknown"), "unknown");
  }

  private static CrateOptions options(
      @Nullable String workflow, boolean withData, boolean asRecorded) {
    return new CrateOptions(
        "Sorted",
        "https://spdx.org/licenses/CC0-1.0",
        "A. Author",
        "Example",
        "https://example.org",
        null,
        workflow,
        withData,
        asRecorded);
  }

  private RunFile file(String name, Role role, @Nullable String content) {
    return new RunFile(
        "object:" + name.length() + ".v1",
        name.startsWith("/") ? name : work + "/" + name,
        ObjectKind.FILE,
        role,
        name.startsWith("/usr/"),
        content == null ? null : DigestUtils.sha256Hex(content),
        null,
        null);
  }

  private Program program(String key, int parent, String executable, int exitStatus) {
    return new Program(
        key,
        parent,
        true,
        7,
        executable,
        List.of(executable, HOSTILE),
        false,
        work.toString(),
        BEGIN,
        BEGIN.plusSeconds(2),
        exitStatus,
        Map.of("LANG", "C"),
        parent < 0 ? List.of("me") : List.of(),
        null);
  }

  private RecordedRun run() {
    List<Program> programs =
        List.of(
            program("process:1", -1, "/usr/bin/sh", 0),
            program("process:2", 0, "/usr/bin/sort", 3));
    List<RunFile> files =
        List.of(
            file(HOSTILE, Role.INPUT, "in"),
            file("flow.sh", Role.INPUT, "sort"),
            file("out.csv", Role.OUTPUT, "out"),
            file("unknown", Role.INPUT, null),
            file("/usr/bin/sh", Role.INPUT, null),
            file("/usr/bin/sort", Role.INPUT, null),
            file("/etc/outside", Role.INPUT, "outside"));
    List<Use> uses = new ArrayList<>();
    int[][] all = {{0, 1}, {0, 4}, {1, 0}, {1, 2}, {1, 3}, {1, 5}, {1, 6}};
    for (int[] each : all) {
      How how = each[1] == 2 ? How.WRITE : each[1] > 3 && each[1] < 6 ? How.CODE : How.READ;
      uses.add(new Use(each[0], each[1], how, 1, 5, BEGIN, BEGIN, false));
    }
    return new RecordedRun(
        "ab",
        "web",
        120,
        false,
        BEGIN,
        BEGIN.plusSeconds(2),
        programs,
        files,
        uses,
        List.of(new Origins(2, List.of(0, 3))),
        List.of());
  }

  private static Surroundings surroundings() {
    List<SoftwarePackage> packages =
        List.of(
            new SoftwarePackage(
                "deb", "dash", "0.5.12-2", "pkg:deb/debian/dash@0.5.12-2", List.of(4), false),
            new SoftwarePackage(
                "deb", "coreutils", "9.1-1", "pkg:deb/debian/coreutils@9.1-1", List.of(5), true));
    return new Surroundings(
        "colophon 0.1.0", BEGIN.plusSeconds(90), packages, null, List.of(), Surroundings.TRACE);
  }

  private JsonNode write(CrateOptions options) throws IOException {
    new RunCrate(run(), surroundings(), options).write(CrateTarget.directory(crate));
    return new ObjectMapper().readTree(crate.resolve(CrateFiles.METADATA).toFile());
  }

  private static JsonNode entity(JsonNode metadata, String id) {
    for (JsonNode each : metadata.path("@graph")) {
      if (each.path("@id").asText().equals(id)) {
        return each;
      }
    }
    throw new AssertionError("no entity " + id + " in " + metadata);
  }

  @Test
  void meetsProcessRunCrateWithoutFindings() throws Exception {
    write(PLAIN);

    assertThat(PythonTools.validate("process-run-crate:RECOMMENDED", List.of(crate)))
        .containsExactly("ok");
  }

  @Test
  void isRefusedByValidatorIfAnActionHasNoInstrument() throws Exception {
    JsonNode metadata = write(PLAIN);
    ((ObjectNode) entity(metadata, "#program-1")).remove("instrument");
    Files.writeString(crate.resolve(CrateFiles.METADATA), metadata.toString());

    assertThat(PythonTools.validate("process-run-crate:REQUIRED", List.of(crate)))
        .anyMatch(each -> each.contains("instrument"));
  }

  @Test
  void meetsProvenanceRunCrateWithWorkflow() throws Exception {
    JsonNode metadata = write(options("flow.sh", true, false));

    assertThat(PythonTools.validate("provenance-run-crate:REQUIRED", List.of(crate)))
        .containsExactly("ok");
    assertThat(entity(metadata, "./").at("/mainEntity/@id").asText()).isEqualTo("flow.sh");
    assertThat(entity(metadata, "#run").at("/result/@id").asText()).isEqualTo("out.csv");
  }

  @Test
  void refusesWorkflowThatTheRunDidNotUse() {
    assertThatThrownBy(() -> write(options("other.sh", true, false)))
        .hasMessageContaining("the crate has no file other.sh");
  }

  @Test
  void copiesFilesBelowDirectoryOnly() throws Exception {
    JsonNode metadata = write(PLAIN);

    assertThat(crate.resolve(HOSTILE)).hasContent("in");
    assertThat(crate.resolve("out.csv")).hasContent("out");
    assertThat(crate.resolve("flow.sh")).exists();
    assertThat(entity(metadata, "#file-6").path("description").asText())
        .isEqualTo("file (input), not part of the crate.");
  }

  @Test
  void refusesFileThatDiffersFromRecord() throws IOException {
    Files.writeString(work.resolve("out.csv"), "changed");

    assertThatThrownBy(() -> write(PLAIN))
        .hasMessageContaining("out.csv has another content than recorded")
        .hasMessageContaining("--as-recorded");
    assertThat(crate).isEmptyDirectory();
  }

  @Test
  void refusesFileReplacedByLink() throws IOException {
    Files.move(work.resolve("out.csv"), temporary.resolve("elsewhere"));
    Files.createSymbolicLink(work.resolve("out.csv"), temporary.resolve("elsewhere"));

    assertThatThrownBy(() -> write(PLAIN)).hasMessageContaining("is no regular file");
  }

  @Test
  void statesDifferenceIfItIsAccepted() throws IOException {
    Files.writeString(work.resolve("out.csv"), "changed");

    JsonNode metadata = write(options(null, true, true));

    JsonNode output = entity(metadata, "#file-2");
    assertThat(output.path("sha256").asText()).isEqualTo(DigestUtils.sha256Hex("out"));
    assertThat(output.path("description").asText())
        .contains("not copied: has another content than recorded");
    assertThat(crate.resolve("out.csv")).doesNotExist();
  }

  @Test
  void statesThatFileWithoutDigestIsNotVerified() throws IOException {
    assertThat(entity(write(PLAIN), "unknown").path("description").asText())
        .contains("not verified");
    assertThat(new RunCrate(run(), surroundings(), PLAIN).remarks())
        .containsExactly(
            "the record has no digest of 1 copied files, so they are not verified; the crate states"
                + " it");
  }

  @Test
  void remarksThatNoFileIsBelowDirectory() throws IOException {
    CrateOptions elsewhere =
        new CrateOptions(null, null, null, null, null, temporary.resolve("x"), null, true, false);

    RunCrate made = new RunCrate(run(), surroundings(), elsewhere);

    assertThat(made.remarks()).singleElement().asString().contains("no data", "--directory");
  }

  @Test
  void refersToFilesWithoutData() throws Exception {
    write(options(null, false, false));

    assertThat(crate).isDirectoryNotContaining("regex:.*csv");
    assertThat(PythonTools.validate("process-run-crate:RECOMMENDED", List.of(crate)))
        .containsExactly("ok");
  }

  @Test
  void escapesNamesInPreviewWhichRefersToNothing() throws Exception {
    write(PLAIN);

    String html = Files.readString(crate.resolve(CrateFiles.PREVIEW));
    assertThat(html).contains("&lt;script&gt;").doesNotContain("<script", "\u202e", "\u001b");
    assertThat(html).doesNotContain("href=", "src=", "url(", "@import");
    String picture = html.substring(html.indexOf("<svg"), html.indexOf("</svg>") + 6);
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(picture.getBytes(StandardCharsets.UTF_8)));
    assertThat(picture).contains("<line");
  }

  @Test
  void writesSameBytesInZip() throws IOException {
    byte[] one = zip();
    byte[] two = zip();
    List<String> names = new ArrayList<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(one))) {
      for (ZipEntry each = zip.getNextEntry(); each != null; each = zip.getNextEntry()) {
        names.add(each.getName());
      }
    }

    assertThat(two).isEqualTo(one);
    assertThat(names)
        .contains("out.csv", HOSTILE, CrateFiles.METADATA, CrateFiles.PREVIEW)
        .doesNotHaveDuplicates();
  }

  private byte[] zip() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      new RunCrate(run(), surroundings(), PLAIN).write(CrateTarget.zip(zip, BEGIN));
    }
    return out.toByteArray();
  }
}
