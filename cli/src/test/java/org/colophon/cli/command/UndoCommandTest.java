// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PatchStates;
import org.colophon.core.model.encoding.PatchStates.State;
import org.colophon.query.undo.ReversePatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UndoCommandTest {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void prepare() throws IOException {
    tester = new CommandTester(directory);
    Files.writeString(directory.resolve("prog"), "new\n");
  }

  private static State state(String content) {
    return new State(content.length(), ReversePatch.sha256(content.getBytes(UTF_8)));
  }

  /** Records a program that writes prog, and a patch. */
  private void record(String before, String diff) {
    Bytes states = new PatchStates(state(before), state("new\n")).bytes();
    String patch = states.concat(Bytes.of("--- a\n+++ a\n@@ -1 +1 @@\n" + diff)).toString();
    String prog = directory.resolve("prog").toString();
    tester.record(
        sink -> {
          Recorded.compile(sink, "/src/a.c", prog);
          sink.flush();
          Recorded.attach(sink, prog, "text/patch", patch);
        });
  }

  /** Restores the content before the write, in which prog got its name. */
  private Outcome undo(String... options) {
    String[] words = {"undo", "prog@" + named(), "-o", "out"};
    String[] all = Arrays.copyOf(words, words.length + options.length);
    System.arraycopy(options, 0, all, words.length, options.length);
    return tester.run(all);
  }

  private String named() {
    return tester.run("history", "prog").out().replaceAll("(?s).*LSN (\\d+)  became.*", "$1");
  }

  @Test
  void writesEarlierContentToNewFileOnly() {
    record("old\n", "-old\n+new\n");
    assertThat(undo().err()).contains("the content of " + directory + "/prog as of LSN ");
    assertThat(directory.resolve("out")).hasContent("old\n");
    assertThat(undo().err()).contains("out exists; give another file, or --force");
    assertThat(undo().exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(undo("--force").exitCode()).isZero();
    assertThat(directory.resolve("prog")).hasContent("new\n");
  }

  @Test
  void writesToStandardOutputOrListsPatches() {
    record("old\n", "-old\n+new\n");
    String target = "prog@" + named();
    assertThat(tester.run("undo", target, "-o", "-").out()).isEqualTo("old\n");
    assertThat(tester.run("undo", target).out()).isEqualTo("old\n");
    assertThat(tester.run("undo", target, "--json").out())
        .contains("\"format\" : \"colophon-undo\"", "\"patches\" : [ {");
  }

  @Test
  void refusesRecordedPatchThatLies() {
    record("old\n", "-lie\n+new\n");
    Outcome outcome = undo();
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err()).contains("cannot be undone: the patch does not lead to the digest");
    assertThat(directory.resolve("out")).doesNotExist();
    assertThat(tester.run("undo", "prog@" + named()).out()).isEmpty();
  }

  @Test
  void asksForTimeAndFile() throws IOException {
    record("old\n", "-old\n+new\n");
    assertThat(tester.run("undo", "prog").err()).contains("with --as-of WHEN");
    assertThat(tester.run("undo", "none", "--as-of", "1").err())
        .contains("none is not a regular file");
    Files.writeString(directory.resolve("prog"), "x".repeat(2 << 20));
    assertThat(undo().err()).contains("prog has more than 1048576 bytes");
  }

  @Test
  void hidesDigestsInHistory() {
    record("old\n", "-old\n+new\n");
    assertThat(tester.run("history", "prog", "--changes").out())
        .contains("      -old\n      +new\n")
        .doesNotContain("# colophon");
  }
}
