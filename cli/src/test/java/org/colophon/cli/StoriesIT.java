// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the stories of three persons, with the commands of the README: a scientist moves a project
 * and corrects an input, a release engineer checks a changed binary, and a reviewer has a copy.
 */
@Timeout(120)
class StoriesIT {
  private record Said(int exitCode, String text) {}

  @TempDir private Path directory;

  @BeforeEach
  void installCommand() throws IOException {
    Path bin = Files.createDirectory(directory.resolve("bin"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path command =
        Files.writeString(
            bin.resolve("colophon"),
            "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
                .formatted(java, System.getProperty("java.class.path"), Main.class.getName()));
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
  }

  /** Runs a script, and returns its output and errors. */
  private Said shell(String script) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", script);
    builder.directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", directory + "/bin:" + System.getenv("PATH"));
    builder.environment().put("HOME", directory.toString());
    builder.environment().put("COLOPHON_STORE", directory.resolve("store").toString());
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), text);
  }

  private void run(String script) throws Exception {
    Said said = shell("set -e; " + script);
    assertThat(said.exitCode()).as(said.text()).isZero();
  }

  @Test
  void scientistMovesTheProjectAndCorrectsOneInput() throws Exception {
    run(
        "mkdir -p paper/fig && cd paper && printf 'b 1\\na 2\\n' > cells.csv && echo x > notes.csv"
            + " && echo 'sort cells.csv notes.csv > fig/figure' > plot.sh"
            + " && colophon trace -- sh plot.sh && colophon snapshot submitted");
    run("mkdir archive && mv paper archive/ && sed -i s/1/7/ archive/paper/cells.csv");

    Said lineage = shell("cd archive/paper && colophon lineage fig/figure");
    assertThat(lineage.exitCode()).as(lineage.text()).isZero();
    assertThat(lineage.text())
        .contains("is the file " + directory + "/paper/fig/figure, which was moved");
    Said stale = shell("cd archive/paper && colophon stale fig/figure");
    assertThat(stale.text()).contains("figure is out of date", "cells.csv");
    assertThat(stale.exitCode()).isEqualTo(1);

    run("cd archive/paper && colophon trace -- sh plot.sh");
    assertThat(shell("cd archive/paper && colophon stale fig/figure").exitCode()).isZero();
    Said diff =
        shell("colophon diff paper/fig/figure@submitted archive/paper/fig/figure --data-only");
    assertThat(diff.text())
        .containsPattern("inputs that differ:\n  \\* .*cells.csv.*\n$")
        .doesNotContain("notes.csv", "plot.sh");
  }

  @Test
  void releaseEngineerSeesThatTheBinaryChangedAfterItsBuild() throws Exception {
    run("echo 'int main;' > main.c && colophon trace -- sh -c 'cat main.c > program'");
    run("echo patched >> program");

    Said lineage = shell("colophon lineage program");
    assertThat(lineage.text())
        .contains("/program on the disk is not the recorded version: it has 18 B instead of 10 B");
    Said stale = shell("colophon stale program");
    assertThat(stale.text()).contains("program may be out of date");
    assertThat(stale.exitCode()).isEqualTo(1);
  }

  @Test
  void reviewerFindsTheOriginOfCopyByItsContent() throws Exception {
    run("echo data > in && colophon trace -- sh -c 'tr a-z A-Z < in > figure'");
    run("mkdir elsewhere && cp figure elsewhere/received.png && rm figure");

    Said identify = shell("cd elsewhere && colophon identify received.png");
    assertThat(identify.exitCode()).as(identify.text()).isZero();
    assertThat(identify.text()).contains(directory + "/figure  [object:", "tr a-z A-Z");
    Said lineage =
        shell("colophon lineage sha256:$(sha256sum < elsewhere/received.png | cut -c1-64)");
    assertThat(lineage.text()).contains("written by tr a-z A-Z", "read in  [");
  }
}
