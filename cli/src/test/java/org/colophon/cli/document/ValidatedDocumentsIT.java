// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.colophon.cli.command.CommandTester;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.testing.python.PythonTools;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Has validators of other projects check all documents of recorded runs of different kinds. */
@Tag("slow")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
final class ValidatedDocumentsIT {
  private static final Path TRACES = Path.of("../exports/perfetto/src/test/scripts/read-trace.py");
  private static final Path EVENTS = Path.of("../exports/ocsf/src/test/scripts/validate.py");
  private static final List<String> SCRIPTS =
      List.of(
          "cp in out",
          "cat in | tr a b | sort > out",
          "cat in >> log; cat in >> log",
          "echo x > part && mv part out",
          "sed -i s/a/b/ in",
          "cp in old && rm in && echo new > in",
          "ln in hard && echo more >> hard",
          "ln -s in soft && cat soft > out",
          "mkdir -p d/e && cp in d/e/out && mv d f",
          "sort in > a & sort in > b & wait; cat a b > out; rm a b",
          "for i in 1 2 3 4 5 6 7 8 9; do cp in out$i; done",
          "cat in > 'a b' && cat 'a b' > '\"}],<b>%&'",
          "cat in > \"$(printf 'line\\nfeed \\033[31m')\"",
          "cat in > \"$(printf 'bytes \\377\\376')\"",
          "cat in > 'ü \u202e 漢字 😀'",
          "tar -cf out.tar in && tar -xOf out.tar > copy",
          "gzip -k in && gunzip -c in.gz > copy",
          "printf 'int main(void) { return 0; }' > m.c && gcc -o m m.c && ./m && cp in out",
          "printf 'out: in\\n\\tcp in out\\n' > Makefile && make",
          "git init -q . && git add in && git -c user.name=n -c user.email=n@example.org commit -qm m",
          "/usr/bin/python3 -c \"import shutil; shutil.copy('in', 'out')\"",
          "openssl dgst -sha256 in > out",
          "cat in > out; sh -c 'exit 3' || true",
          "sh -c 'cat in > out; kill $$' || true");
  private static final String[] CRATE = {
    "crate",
    "--title=Run",
    "--author=A. Author",
    "--organization=Institute",
    "--organization-url=https://example.org/",
    "--license=https://spdx.org/licenses/CC-BY-4.0"
  };

  /**
   * The finding for a program that a run built: its address is a file, the validator wants http.
   */
  private static final String LOCAL =
      "invalid: 'The SoftwareApplication id SHOULD be an absolute URI'";

  private static final List<String> STATEMENTS = List.of("slsa", "runtime-trace", "command-run");

  @TempDir private Path temporary;

  private Path documents;
  private CommandTester tester;

  private void write(Path file, String... command) {
    Outcome written =
        tester.run(
            Stream.concat(Stream.of(command), Stream.of("-o", file.toString()))
                .toArray(String[]::new));
    assertThat(written.exitCode()).as(file + ": " + written.err()).isZero();
  }

  private void writeDocuments(int run) {
    for (String type : STATEMENTS) {
      write(documents.resolve(run + "." + type), "attest", "--type", type);
    }
    write(documents.resolve(run + ".cyclonedx"), "attest", "--type", "cyclonedx");
    write(documents.resolve(run + ".spdx"), "attest", "--type", "spdx");
    write(documents.resolve(run + ".openlineage"), "openlineage");
    write(documents.resolve(run + ".crate"), CRATE);
    write(documents.resolve(run + ".perfetto"), "perfetto");
  }

  private List<String> validate(String format, String suffix) throws Exception {
    return PythonTools.validate(format, files(suffix));
  }

  private List<Path> files(String suffix) {
    return IntStream.range(0, SCRIPTS.size())
        .mapToObj(each -> documents.resolve(each + "." + suffix))
        .toList();
  }

  /** The validator of OpenLineage reads a list of events. */
  private void listEvents() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    for (int i = 0; i < SCRIPTS.size(); i++) {
      Path file = documents.resolve(i + ".openlineage");
      ArrayNode events = mapper.createArrayNode();
      for (String line : Files.readAllLines(file)) {
        events.add(mapper.readTree(line));
      }
      Files.writeString(file, events.toString());
    }
  }

  @Test
  void acceptEachDocumentOfManyRuns() throws Exception {
    Path directory = temporary.toRealPath();
    documents = Files.createDirectory(directory.resolve("documents"));
    tester = new CommandTester(directory).withStrace();
    for (int i = 0; i < SCRIPTS.size(); i++) {
      Path work = Files.createDirectory(directory.resolve("run" + i));
      Files.writeString(work.resolve("in"), "a\nb\n");
      String script = "cd '" + work + "'\n" + SCRIPTS.get(i);
      Outcome traced = tester.run("trace", "--", "bash", "-c", script);
      assertThat(traced.exitCode()).as(script + ": " + traced.err()).isZero();
      writeDocuments(i);
    }
    listEvents();

    for (String type : STATEMENTS) {
      assertThat(validate("statement", type)).as(type).containsOnly("ok");
    }
    assertThat(validate("cyclonedx", "cyclonedx")).containsOnly("ok");
    assertThat(validate("spdx", "spdx")).containsOnly("ok");
    assertThat(validate("openlineage", "openlineage")).containsOnly("ok");
    assertThat(validate("process-run-crate:RECOMMENDED", "crate")).containsOnly("ok", LOCAL);
    assertThat(PythonTools.run(TRACES, files("perfetto").toArray()).lines())
        .hasSize(SCRIPTS.size())
        .noneMatch(each -> each.startsWith("invalid"));
    write(documents.resolve("all.ocsf"), "ocsf");
    assertThat(PythonTools.run(EVENTS, "ocsf", documents.resolve("all.ocsf")).lines())
        .hasSizeGreaterThan(SCRIPTS.size())
        .containsOnly("ok");
  }
}
