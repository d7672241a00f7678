// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.cli.command.CommandTester;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataTrackerImportTest {
  private static final String LOG =
      """
      # comment
      x:/bin/mix
      o:3:in.txt
      o:4:/data/other
      u:/bin/mix:in.txt
      o:5:out.txt
      g:t:/bin/mix:out.txt
      w:SEQ:5:0:3:10:4
      w:REP:5:4:4:7:2
      c:5
      """;

  @TempDir private Path directory;
  private CommandTester tester;

  @BeforeEach
  void open() {
    tester = new CommandTester(directory);
  }

  private Outcome load(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("raw.log"), text);
    return tester.run("import", "datatracker", "from=" + file);
  }

  @Test
  void importsRangesOfBytes() throws IOException {
    assertThat(load(LOG).exitCode()).isZero();

    assertThat(
            tester
                .run("lineage", "out.txt", "--bytes")
                .out()
                .lines()
                .map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "BYTES BY HOW FROM",
            "0-4 /bin/mix copied in.txt 10-14",
            "4-6 /bin/mix computed /data/other 7-8");
    assertThat(tester.run("lineage", "out.txt").out()).contains("/bin/mix", "in.txt");
  }

  @Test
  void refusesDamagedLines() throws IOException {
    Outcome outcome = load(LOG + "w:SEQ:9:0:3:0:1\nw:ALL:5\nz:1\nnothing\nw:SEQ:3:a:4:0:1\n");

    assertThat(outcome.exitCode()).isEqualTo(4);
    assertThat(tester.run("lineage", "out.txt@bytes=0-2").out()).contains("in.txt 10-12");
  }

  @Test
  void rejectsAnImportWithoutAFile() {
    assertThat(tester.run("import", "datatracker").err()).contains("from=FILE");
    assertThat(tester.run("import", "datatracker", "from=" + directory.resolve("no")).err())
        .contains("there is no file");
  }
}
