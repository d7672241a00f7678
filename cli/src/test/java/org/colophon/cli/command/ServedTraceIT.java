// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.service.Service;
import org.colophon.service.config.file.ConfigFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code colophon trace} below a mount of a running service. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ServedTraceIT {
  @TempDir private Path temporary;

  private Path directory;
  private CommandTester tester;
  private Service service;

  @BeforeEach
  void prepare() throws IOException {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory);
    Files.createDirectory(directory.resolve("src"));
    Files.createDirectory(directory.resolve("dst"));
    Files.writeString(directory.resolve("in"), "b\na\n");
  }

  @AfterEach
  void stop() {
    assertThat(service.stop()).isTrue();
  }

  private void serve(Path root) throws IOException {
    Path file = directory.resolve("colophon.yaml");
    String mirror =
        "reporters:\n  - reporter: fuse\n    options: {source: %s/src, mount: %s/dst}\n";
    Files.writeString(
        file, "attach:\n  roots: [" + root + "]\n" + mirror.formatted(directory, directory));
    service = Service.start(ConfigFile.read(file, tester.store));
    while (!Files.readString(Path.of("/proc/self/mountinfo")).contains(" " + directory + "/dst ")) {
      assertThat(tester.run("reporters").out()).doesNotContain("failed");
    }
  }

  private Outcome trace(String script) {
    return tester.run("trace", "-v", "--", "sh", "-c", "cd " + directory + "; " + script);
  }

  private void run(String script) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", "-ec", script)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(output).isZero();
  }

  @Test
  void recordsIntoTheSameGraphAsTheMountsOfTheService() throws Exception {
    serve(directory);

    Outcome traced = trace("sort in | tr a-z A-Z > dst/x; cat dst/x > dst/y; exit 7");
    run("cat dst/y > dst/z");
    Outcome again = trace("cat dst/z > out");

    assertThat(traced.exitCode()).as(traced.err()).isEqualTo(7);
    assertThat(traced.err()).contains("reported", "through its service");
    assertThat(again.exitCode()).as(again.err()).isZero();
    String lineage = tester.run("lineage", "out", "--data-only", "--depth", "9").out();
    assertThat(lineage).contains("tr a-z A-Z", "pipe:", "sort in", "dst/x", "dst/y", "dst/z");
    for (String command : new String[] {"cat dst/x", "cat dst/y", "cat dst/z", "sort in"}) {
      assertThat(lineage.split(command + "\\b", -1)).as(lineage).hasSize(2);
    }
    assertThat(tester.run("reporters").out()).doesNotContain("strace");
    try (var files = Files.list(tester.store)) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(".strace"));
    }
  }

  @Test
  void recordsLookupsOfNamesBelowMount() throws Exception {
    serve(directory);

    String script = "cd " + directory + "; cat dst/none in > out 2> err; ls dst src >> out";
    Outcome traced = tester.run("trace", "-v", "--name-lookups", "--", "sh", "-c", script);

    assertThat(traced.err()).contains("through its service");
    assertThat(tester.run("lineage", "out").out())
        .contains("looked for absent: dst/none", "read dst"); // src is the same directory
  }

  @Test
  void recordsLocallyAndReportsItWhenTheServiceMayNotOpenTheLog() throws Exception {
    serve(directory.resolve("src"));

    Outcome traced = trace("sort in > out; exit 3");

    assertThat(traced.exitCode()).as(traced.err()).isEqualTo(3);
    assertThat(traced.err()).contains("attach.roots");
    assertThat(tester.run("lineage", "out", "--data-only").out()).contains("sort in");
  }

  @Test
  void answersAsUsualWhenTheCommandIsUnknown() throws Exception {
    serve(directory);

    Outcome traced = tester.run("trace", "--", "no-such-command");

    assertThat(traced.exitCode()).isEqualTo(127);
    assertThat(traced.err()).contains("command not found");
    assertThat(tester.run("reporters").out()).doesNotContain("strace");
  }
}
