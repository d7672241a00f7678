// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.check.Baseline;
import org.colophon.query.check.CheckReport;
import org.colophon.query.check.CheckResult;
import org.colophon.query.check.Declaration;
import org.colophon.query.check.Declarations;
import org.colophon.query.check.RunCheck;
import org.colophon.query.check.SarifLog;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Origins;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares reports of checks with the schemas of their formats. */
class CheckReportTest {
  private static JsonSchema sarif;

  @BeforeAll
  static void fetchSchema() throws IOException, InterruptedException {
    String given = System.getenv("COLOPHON_TEST_SARIF_SCHEMA");
    String file = given == null ? fetchedSchema() : given;
    sarif =
        JsonSchemaFactory.getInstance(VersionFlag.V7).getSchema(Files.readString(Path.of(file)));
  }

  private static String fetchedSchema() throws IOException, InterruptedException {
    Process fetch =
        new ProcessBuilder("sh", "src/test/scripts/fetch-sarif-schema.sh", "target/sarif-schema")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(fetch.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(fetch.waitFor()).as("fetch-sarif-schema.sh").isZero();
    return out.strip();
  }

  private static RunFile file(String name, ObjectKind kind, Role role) {
    return new RunFile("object:1", name, kind, role, false, null, null, null);
  }

  private static Use use(int file, How how) {
    return new Use(0, file, how, 1, 1, null, null, false);
  }

  /** Returns a result with each kind of finding, an accepted one and a gap. */
  private static CheckResult result() {
    Program program =
        new Program(
            "process:1",
            -1,
            false,
            7,
            "/bin/cc",
            List.of("cc"),
            false,
            "/job",
            null,
            null,
            0,
            Map.of(),
            List.of(),
            null);
    List<RunFile> files =
        List.of(
            file("/job/in put\u00e9.c", ObjectKind.FILE, Role.INPUT),
            file("/home/level", ObjectKind.FILE, Role.INPUT),
            file("/job/out", ObjectKind.FILE, Role.OUTPUT),
            file("tcp://10.0.0.1:80/sent", ObjectKind.SOCKET, Role.OUTPUT));
    RecordedRun run =
        new RecordedRun(
            "ab",
            "web",
            9,
            true,
            null,
            null,
            List.of(program),
            files,
            List.of(use(0, How.READ), use(1, How.READ), use(2, How.WRITE), use(3, How.WRITE)),
            List.of(new Origins(2, List.of(0, 1))),
            List.of("2 events lost"));
    Declarations declared =
        new Declarations(
            List.of(new Declaration("docs/**", false, "/job/declared.yaml", 3)),
            List.of(Declaration.option("--outputs", "*.o")),
            List.of(),
            false);
    Baseline baseline = new Baseline(Set.of("undeclared-input ../home/level", "network-use x"));
    return RunCheck.check(run, declared, baseline, false, false);
  }

  private static String json() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CheckReport.json(result(), out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String log() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SarifLog.write(result(), "0.1", 1, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void jsonConformsToItsSchema() throws IOException {
    assertThat(json()).contains("undeclared-output", "network-use", "unused-declaration");
    AnswerSchemas.check(json());
    String other = json().replace("\"verdict\" : \"undeclared\"", "\"verdict\" : \"perhaps\"");
    assertThatThrownBy(() -> AnswerSchemas.check(other)).isInstanceOf(AssertionError.class);
  }

  @Test
  void sarifLogConformsToItsSchema() throws IOException {
    assertThat(sarif.validate(log(), InputFormat.JSON)).isEmpty();
    assertThat(log())
        .contains("\"uri\" : \"in%20put%C3%A9.c\"", "\"uri\" : \"file:///home/level\"")
        .contains(
            "\"kind\" : \"external\"", "\"startLine\" : 3", "cannot-tell", "\"exitCode\" : 1");
  }

  @ParameterizedTest
  @CsvSource({"2.1.0,3.0", "error,grave", "ruleId,rule", "executionSuccessful,isSuccessful"})
  void schemaRefusesChangedLog(String from, String to) throws IOException {
    String changed = log().replace('"' + from + '"', '"' + to + '"');

    assertThat(sarif.validate(changed, InputFormat.JSON)).isNotEmpty();
  }
}
