// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.colophon.cli.base.ExitCode;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FoldingTest {
  @TempDir private Path directory;

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  private CommandTester recorded(String... chain) {
    CommandTester tester = new CommandTester(directory);
    tester.record(
        sink -> {
          for (int i = 1; i < chain.length; i++) {
            Recorded.copy(sink, Bytes.of(chain[i - 1]), Bytes.of(chain[i]));
          }
        });
    return tester;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"node_modules/x/index.js", "env/lib/python3.12/os.py", "go/pkg/mod/m/m.go"})
  void hidesFilesOfToolsBelowTheProject(String tool) {
    CommandTester tester = recorded(at(tool), at("out"));

    assertThat(tester.run("lineage", "out").out()).doesNotContain(tool).contains("1 node hidden");
    assertThat(tester.run("lineage", "out", "--all").out()).contains(tool);
    assertThat(tester.run("touched", "out").out()).doesNotContain(tool);
  }

  @Test
  void followsCompiledPythonToItsRecordedSource() {
    CommandTester tester = recorded(at("mod.py"), at("__pycache__/mod.pyc"), at("out"));

    assertThat(tester.run("lineage", "out").out()).contains("mod.pyc", "mod.py ");
  }

  @Test
  void hidesCompiledPythonOfUnknownOrigin() {
    CommandTester tester = recorded(at("__pycache__/mod.pyc"), at("out"));

    assertThat(tester.run("lineage", "out").out()).doesNotContain("mod.pyc");
  }

  @Test
  void showsOnlyFilesBelowTheDirectoryAndFollowsTheOthers() throws IOException {
    CommandTester tester = recorded(at("src/a"), "/elsewhere/b", at("src/c"));
    String mine = "--mine=" + at("src");

    assertThat(tester.run("lineage", mine, "src/c").out())
        .contains("src/a", "informed by", "1 file elsewhere not shown")
        .doesNotContain("/elsewhere/b");
    JsonNode json =
        new ObjectMapper().readTree(tester.run("lineage", mine, "src/c", "--json").out());
    assertThat(json.at("/summary/passed").asInt()).isEqualTo(1);
    assertThat(tester.run("touched", mine, "src/c").out())
        .contains("  " + at("src") + "/")
        .doesNotContain("elsewhere");
  }

  @Test
  void showsHistoriesBelowDirectoryWithoutTools() {
    CommandTester tester = recorded(at("src/node_modules/x.js"), at("src/a"), at("src/b"));
    CommandTester.Outcome outcome = tester.run("history", "src");

    assertThat(outcome.out()).contains(at("src/a") + "\n", at("src/b") + "\n", "written");
    assertThat(outcome.out()).doesNotContain("x.js\n");
    assertThat(outcome.err()).contains("1 file of tools left out");
    assertThat(tester.run("history", "src/node_modules").out()).contains("x.js\n");
  }

  @Test
  void acceptsTargetAfterMineWithoutDirectory() {
    CommandTester tester = recorded("/elsewhere/a", at("b"));

    assertThat(tester.run("lineage", "--mine", "b").exitCode()).isEqualTo(ExitCode.FOUND);
    assertThat(tester.run("lineage", "--mine", "b").out()).doesNotContain("/elsewhere/a");
  }

  @Test
  void followsMoreThanThreeStepsWhileTheAnswerIsSmall() {
    CommandTester tester = recorded(at("a"), at("b"), at("c"), at("d"), at("e"), at("f"));

    assertThat(tester.run("lineage", "f").out()).contains("a  [").doesNotContain("beyond");
    assertThat(tester.run("lineage", "f", "-d", "3").out()).contains("more beyond depth 3");
  }
}
