// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AllCommandTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** Results whose names differ from those of their command lines. */
  private static final List<String> OTHER_RESULTS =
      List.of(
          "tree-interleaved",
          "tree-memory",
          "tree-sizes",
          "capture",
          "capture-idle",
          "capture-digests",
          "capture-methods",
          "service-ingest",
          "service-latency",
          "certify-check",
          "certify-delay",
          "inside-bytes",
          "inside-call",
          "inside-functions",
          "cluster-latency",
          "cluster-nodes",
          "cluster-shipping",
          "copies-backup",
          "copies-follower",
          "openlineage-graph",
          "openlineage-ingest",
          "mysql-import",
          "mysql-transactions",
          "mysql-disk",
          "mysql-disk-transactions");

  private static String description() {
    CommandLine all = new CommandLine(new Main()).getSubcommands().get("all");
    return String.join(" ", all.getCommandSpec().usageMessage().description());
  }

  private static Set<String> benchmarks() {
    Set<String> names = new HashSet<>(new CommandLine(new Main()).getSubcommands().keySet());
    names.removeAll(Set.of("all", "report"));
    return names;
  }

  @Test
  void runsOrExplicitlyExcludesEachBenchmark() {
    String[] parts = description().split("Left out", -1);
    for (List<String> run : AllCommand.RUNS) {
      assertThat(parts[0]).containsPattern("\\b" + Pattern.quote(String.join(" ", run)) + "\\b");
    }
    Set<String> others = benchmarks();
    AllCommand.RUNS.forEach(run -> others.remove(run.get(0)));
    others.addAll(List.of("neo4j", "capture --idle"));
    assertThat(others).allSatisfy(name -> assertThat(parts[1]).contains(name + " ("));
  }

  @Test
  void passesOptionsToEachBenchmarkAndFillsPageAfterFailure() {
    List<List<String>> executed = new ArrayList<>();
    AllCommand all =
        new AllCommand(
            words -> {
              executed.add(words);
              return words.get(0).equals("micro") ? 3 : 0;
            });
    assertThat(new CommandLine(all).execute("--rounds=1")).isEqualTo(3);
    List<List<String>> expected = new ArrayList<>();
    AllCommand.RUNS.forEach(
        run -> expected.add(Stream.concat(run.stream(), Stream.of("--rounds=1")).toList()));
    expected.add(List.of("report"));
    assertThat(executed).isEqualTo(expected);
  }

  @Test
  void runsCommandLinesThatBenchmarksAccept() {
    for (List<String> run : AllCommand.RUNS) {
      List<String> words = new ArrayList<>(run);
      words.add("--rounds=1");
      assertThat(new CommandLine(new Main()).parseArgs(words.toArray(String[]::new)).errors())
          .isEmpty();
    }
  }

  @Test
  void hasCommandAndSectionOfPageForEachResultFile() throws IOException {
    Set<String> published = benchmarks();
    published.addAll(OTHER_RESULTS);
    String page = Files.readString(ROOT.resolve("docs/reference/measurements.md"));
    try (Stream<Path> files = Files.list(ROOT.resolve("benchmarks/results"))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString().replace(".json", "");
        if (!name.startsWith("neo4j-")) {
          assertThat(published).contains(name);
        }
        assertThat(page).contains("<!-- results:" + name + " -->");
      }
    }
  }
}
