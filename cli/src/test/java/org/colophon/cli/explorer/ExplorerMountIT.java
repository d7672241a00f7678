// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;

/** Tests the explorer with a real mount and inspectors: edits, versions and names of a file. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@EnabledIf("org.colophon.testing.browser.Browser#isInstalled")
class ExplorerMountIT {
  @TempDir private static Path temporary;

  private static Path directory;
  private static ExploredService explored;

  @BeforeAll
  static void record() throws Exception {
    directory = temporary.toRealPath();
    Files.createDirectories(directory.resolve("src"));
    Files.createDirectories(directory.resolve("dst"));
    explored = new ExploredService(directory);
    CompletableFuture<Outcome> mount =
        CompletableFuture.supplyAsync(
            () ->
                explored.commands.run("mount", "src", "dst", "--no-trace", "--inspectors", "text"));
    while (!Files.readString(Path.of("/proc/self/mountinfo")).contains(directory + "/dst ")) {
      assertThat(mount).as("mount command still runs").isNotDone();
      LockSupport.parkNanos(1_000_000);
    }
    shell("printf 'alpha\\nbeta\\n' > dst/notes.txt");
    shell("cat dst/notes.txt > dst/draft.txt");
    shell("printf 'alpha\\ngamma\\n' > dst/notes.txt");
    shell("mv dst/notes.txt dst/paper.txt");
    shell("sort dst/paper.txt > dst/sorted.txt");
    shell("umount dst");
    assertThat(mount.get().exitCode()).as(mount.get().err()).isZero();
  }

  private static void shell(String script) throws Exception {
    Process process =
        new ProcessBuilder("sh", "-c", script)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  @AfterAll
  static void stop() {
    if (explored != null) {
      explored.close();
    }
  }

  @Test
  void showsEditsAsColouredDiffs() {
    details();
    assertThat(texts("aside pre .added")).contains("+gamma");
    assertThat(texts("aside pre .removed")).contains("-beta");
  }

  @Test
  void showsVersionsAndNamesOverTimeOfRenamedFile() {
    String details = details();
    assertThat(details)
        .contains("Names (4)", "dst/notes.txt\nfrom ", " until ", "dst/paper.txt\nfrom ")
        .contains("Versions cut off (1)", "Read by (", "Named by (");
    assertThat(texts("aside li"))
        .anyMatch(text -> text.matches("(?s)cat dst/notes.txt\n.*11 bytes"))
        .anyMatch(text -> text.startsWith("mv dst/notes.txt dst/paper.txt"));
  }

  @Test
  void showsEarlierVersionOfFileReadBeforeEdit() {
    String details = explored.details(ancestors("draft.txt"), "dst/notes.txt)");
    assertThat(details)
        .contains("Version\n0", "Read by (1)\ncat dst/notes.txt")
        .doesNotContain("dst/paper.txt", "gamma");
  }

  @Test
  void listsProgramsByCommandWithResults() {
    explored.open("");
    assertThat(texts(".runs li"))
        .anyMatch(text -> text.contains("sort dst/paper.txt") && text.endsWith("dst/sorted.txt"))
        .noneMatch(text -> text.contains("running"));
  }

  /** Opens the details of the renamed file, next to the table of the files derived from it. */
  private static String details() {
    return explored.details(ancestors("sorted.txt"), "paper.txt");
  }

  private static String ancestors(String name) {
    return "#graph?target=" + directory.resolve("src").resolve(name);
  }

  private static List<String> texts(String selector) {
    return explored.browser.all(selector).stream().map(WebElement::getText).toList();
  }
}
