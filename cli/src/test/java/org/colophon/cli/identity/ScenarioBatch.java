// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.command.CommandTester;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.config.Store;
import org.colophon.core.spi.storage.LineageReader;

/** Runs the steps of many cases, with one trace for each recorded phase, and asks the history. */
final class ScenarioBatch {
  private static final Path STEPS = Path.of("src/test/scripts/file_steps.py").toAbsolutePath();

  private final Path directory;
  private final Path second;
  private final String source;
  private final CommandTester tester;

  /**
   * Creates a batch.
   *
   * @param directory an empty directory
   * @param second an empty directory of another file system
   * @param source the reporter
   */
  ScenarioBatch(Path directory, Path second, String source) {
    this.directory = directory;
    this.second = second;
    this.source = source;
    this.tester = new CommandTester(directory);
  }

  /** Returns the path of a file of a case. */
  Path path(Scenario scenario, String name) {
    Path root = name.charAt(0) == Scenario.SECOND ? second : directory;
    return root.resolve(Integer.toString(scenario.number)).resolve(name);
  }

  /** Runs the cases. Returns the findings about them. */
  List<Finding> run(List<Scenario> scenarios) throws IOException, InterruptedException {
    for (Scenario each : scenarios) {
      createSources(each);
    }
    trace(script(scenarios, 0));
    List<Finding> findings = new ArrayList<>();
    long afterFirst = ask(scenarios, 0, 0, findings);
    command(script(scenarios, 1));
    trace(script(scenarios, 2));
    command(script(scenarios, 3));
    ask(scenarios, 2, afterFirst, findings);
    return findings;
  }

  private void createSources(Scenario scenario) throws IOException {
    for (String name : List.of("d", "e", Character.toString(Scenario.SECOND))) {
      Files.createDirectories(path(scenario, name));
    }
    for (String name : scenario.files.sources()) {
      Path file = Files.writeString(path(scenario, name), scenario.files.at(name).text());
      Files.setLastModifiedTime(file, FileTime.from(FileModel.OLD_NANOS, TimeUnit.NANOSECONDS));
    }
  }

  private Path script(List<Scenario> scenarios, int phase) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Scenario each : scenarios) {
      for (Step step : each.phases.get(phase)) {
        lines.add(step.line(name -> path(each, name).toString()));
      }
    }
    return Files.write(directory.resolve("script" + phase), lines);
  }

  private void trace(Path script) {
    List<String> words = new ArrayList<>(List.of("trace", "--with", source, "--"));
    words.addAll(python(script));
    Outcome traced = tester.run(words.toArray(String[]::new));
    assertThat(traced.exitCode()).as(traced.err()).isZero();
  }

  private static void command(Path script) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(python(script)).inheritIO().start().waitFor()).isZero();
  }

  private static List<String> python(Path script) {
    return List.of("python3", "-S", STEPS.toString(), script.toString());
  }

  /** Asks the history about all cases after a phase. Returns its last LSN. */
  private long ask(List<Scenario> scenarios, int phase, long afterLsn, List<Finding> findings) {
    try (LineageReader reader = new Store(directory.resolve("store"), text -> {}).openReader()) {
      for (Scenario each : scenarios) {
        ScenarioAnswers answers = new ScenarioAnswers(this, reader, each);
        findings.addAll(answers.digests(phase, afterLsn));
        if (phase > 0) {
          findings.addAll(answers.outputs());
          findings.addAll(answers.names());
        }
      }
      return reader.visibleLsn();
    }
  }
}
