// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which program wrote each part of a file of a traced command. */
class RangesIT {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void prepare() throws IOException {
    tester = new CommandTester(directory).withStrace();
    Files.writeString(directory.resolve("in"), "0123456789");
    Files.writeString(directory.resolve("old"), "0123456789");
  }

  private void trace(String script) {
    String all = "cd '" + directory + "' && " + script;
    Outcome traced = tester.run("trace", "--ranges", "--", "bash", "-c", all);
    assertThat(traced.exitCode()).as(traced.err()).isZero();
  }

  /** Returns the lines of a table without its alignment and directories. */
  private static List<String> lines(Outcome outcome) {
    return outcome
        .out()
        .lines()
        .map(line -> line.replaceAll("\\S*/", "").replaceAll(" +", " ").strip())
        .toList();
  }

  @Test
  void namesEachWriterAndItsInputs() {
    trace("{ seq 2; head -n 9 in; seq 3; } > out; printf XY | dd of=out bs=1 seek=6 conv=notrunc");

    assertThat(lines(tester.run("lineage", "out@bytes=0-16")))
        .containsExactly(
            "BYTES BY HOW FROM",
            "0-4 seq 2 unknown",
            "4-6 head -n 9 in unknown perhaps in",
            "6-8 dd of=out bs=1 seek=6 conv=notrunc unknown",
            "8-14 head -n 9 in unknown perhaps in",
            "14-16 seq 3 unknown");
    assertThat(tester.run("lineage", "out@bytes=4-6", "--json").out())
        .contains("\"by\"", "\"command\"", "head -n 9 in\"", "\"sources\"");
  }

  @Test
  void namesRangesOfTheSourceThatLinuxCopied() {
    trace(
        "python3 -c 'import os\n"
            + "i, o = os.open(\"in\", os.O_RDONLY), os.open(\"out\", os.O_WRONLY | os.O_CREAT)\n"
            + "os.copy_file_range(i, o, 5, 3)'");

    assertThat(lines(tester.run("lineage", "out@bytes=0-5")).get(1))
        .startsWith("0-5 ")
        .endsWith("copied in 3-8");
  }

  @Test
  void remarksWritersAtUnknownOffsets() {
    trace("seq 2 >> old; printf abc | dd of=old bs=1 seek=2 conv=notrunc 2> err");

    Outcome outcome = tester.run("lineage", "old@bytes=0-16");

    assertThat(lines(outcome)).hasSize(2).last().asString().startsWith("2-5 dd of=old");
    assertThat(outcome.err()).contains("not all ranges that ").contains("seq 2 wrote");
  }

  @Test
  void refusesRangesFromKernelEvents() {
    assertThat(tester.run("trace", "--ranges", "--with", "ebpf", "--", "true").err())
        .contains("--ranges need strace");
  }
}
