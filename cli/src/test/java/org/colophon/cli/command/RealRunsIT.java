// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the lineage of the results of real builds and scripts. */
@Tag("slow")
class RealRunsIT {
  private static final int SCREEN = 40;

  @TempDir private Path directory;

  static List<RealRun> runs() {
    return RealRun.ALL;
  }

  @ParameterizedTest
  @MethodSource("runs")
  void showsInputsOnTheFirstScreen(RealRun run) throws IOException {
    assumeInstalled(run);
    CommandTester tester = trace(run, "strace");

    assertThat(firstScreen(tester, run)).as("first screen").containsAll(run.inputs());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void findsTheSameInputsWithKernelEvents(RealRun run) throws IOException {
    assumeInstalled(run);
    CommandTester events = trace(run, "ebpf");
    CommandTester stops = trace(run, "strace");

    assertThat(firstScreen(events, run)).as("first screen").containsAll(run.inputs());
    assertThat(inputs(events, run, "ebpf")).isEqualTo(inputs(stops, run, "strace"));
  }

  private static void assumeInstalled(RealRun run) {
    boolean isInstalled =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, run.tool())));
    Assumptions.assumeTrue(isInstalled, () -> run.tool() + " is not installed here");
  }

  private CommandTester trace(RealRun run, String source) throws IOException {
    Path project = Files.createDirectories(directory.resolve(source));
    for (var file : run.files().entrySet()) {
      Path path = project.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    CommandTester tester =
        new CommandTester(project)
            .with("HOME", System.getenv("HOME"))
            .with("COLOPHON_STORE", directory.resolve(source + "-store").toString());
    String script = "cd '" + project + "' && " + run.script();
    Outcome traced = tester.run("trace", "--with", source, "--", "sh", "-c", script);
    KernelEvents.assumeFor(source, traced);
    assertThat(traced.exitCode()).as(traced.err()).isZero();
    return tester;
  }

  /** Returns the relative names on the first screen of the answer. */
  private static Set<String> firstScreen(CommandTester tester, RealRun run) {
    return tester
        .run("lineage", run.result())
        .out()
        .lines()
        .limit(SCREEN)
        .map(line -> line.replaceFirst("^[│ ├└─]*(read )?", "").replaceFirst("  \\[.*", ""))
        .collect(Collectors.toSet());
  }

  /** Returns the relative names of the project's files in the whole answer. */
  private Set<String> inputs(CommandTester tester, RealRun run, String source) throws IOException {
    String answer = tester.run("lineage", run.result(), "--depth", "99", "--json").out();
    String project = directory.resolve(source) + "/";
    Set<String> names = new TreeSet<>();
    for (JsonNode node : new ObjectMapper().readTree(answer).get("nodes")) {
      names.add(node.get("name").asText().replace(project, ""));
    }
    names.retainAll(run.files().keySet());
    return names;
  }
}
