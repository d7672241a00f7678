// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuzz;

import com.code_intelligence.jazzer.Jazzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Checkout;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.core.error.ErrorCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs each parser on inputs that Jazzer generates: it mutates valid inputs, and keeps those that
 * reach new branches. The first other exception than a refusal ends the benchmark, with the input.
 */
@Command(
    name = "fuzz",
    description = {
      "Coverage-guided fuzzing of each parser by Jazzer: inputs without a fault, covered branches",
      "and the slowest input."
    })
public final class FuzzScenario extends Scenario {
  private static final Pattern LAST =
      Pattern.compile("#\\d+\\s+DONE\\s+cov: (\\d+) .*corp: (\\d+)/");
  private static final String INPUTS = "inputs";
  private static final int MAX_INPUT_BYTES = 4096;

  /** An input that takes longer is a fault. */
  private static final int TIMEOUT_SECONDS = 10;

  @Option(names = "--inputs", description = "Inputs of each parser.")
  private int inputs = 10_000_000;

  @Option(names = "--seed", description = "Seed, for other inputs than those of the last run.")
  private int seed = 1;

  @Option(names = "--parsers", split = ",", description = "Parsers. Default: all.")
  private List<String> parsers = List.copyOf(FuzzedParser.ALL.keySet());

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("fuzz")
            .setting(INPUTS, inputs)
            .setting("seed", seed)
            .setting("largest input", MAX_INPUT_BYTES)
            .rounds(1, 0)
            .alternating(
                parsers.stream()
                    .map(FuzzScenario::parser)
                    .<Experiment.Run>map(parser -> round -> fuzz(parser))
                    .toList()));
  }

  private static FuzzedParser parser(String option) {
    FuzzedParser found = FuzzedParser.ALL.get(option);
    if (found == null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "there is no parser %s; parsers: %s".formatted(option, FuzzedParser.ALL.keySet()));
    }
    return found;
  }

  private List<Figures> fuzz(FuzzedParser parser) throws IOException, InterruptedException {
    Path corpus = Files.createDirectory(directory().resolve(parser.name()));
    List<byte[]> seeds = parser.seeds().get();
    for (int i = 0; i < seeds.size(); i++) {
      Files.write(corpus.resolve("seed" + i), seeds.get(i));
    }
    long begun = System.nanoTime();
    String printed = run(parser, corpus);
    double seconds = (System.nanoTime() - begun) / 1e9;
    Matcher last = LAST.matcher(printed);
    if (!last.find()) {
      throw ErrorCode.BAD_INPUT.exception("Jazzer printed no result: " + printed);
    }
    return Figures.of("parser", parser.name())
        .and(INPUTS, statistic(printed, "number_of_executed_units"))
        .and("branches", Long.parseLong(last.group(1)))
        .and("kept inputs", Long.parseLong(last.group(2)))
        .and("slowest s", statistic(printed, "slowest_unit_time_sec"))
        .and("s", seconds)
        .row();
  }

  /** Returns the messages of Jazzer. After a fault, the checkout keeps them beside the input. */
  private String run(FuzzedParser parser, Path corpus) throws IOException, InterruptedException {
    Path kept =
        Files.createDirectories(
            Checkout.launcher().resolveSibling("target").resolve("fuzz").resolve(parser.name()));
    Path log = kept.resolve("log");
    Process process =
        new ProcessBuilder(command(parser, corpus, kept))
            .directory(directory().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int status;
    try {
      status = process.waitFor();
    } finally {
      process.destroyForcibly();
    }
    if (status != 0) {
      throw ErrorCode.BAD_INPUT.exception(
          "the parser %s has a fault, or Jazzer failed with status %d: see %s"
              .formatted(parser.name(), status, log));
    }
    return Files.readString(log);
  }

  private List<String> command(FuzzedParser parser, Path corpus, Path kept) {
    List<String> command = new ArrayList<>(new ChildProcess("2g").command(Jazzer.class));
    int at = command.indexOf("-cp");
    command.add(at, "-D%s=%s".formatted(FuzzEntry.PARSER, parser.name()));
    command.add("--target_class=" + FuzzEntry.class.getName());
    command.add("--instrumentation_includes=org.colophon.**");
    command.add("--reproducer_path=" + kept);
    command.add("-artifact_prefix=" + kept + "/");
    command.add("-runs=" + inputs);
    command.add("-seed=" + seed);
    command.add("-max_len=" + MAX_INPUT_BYTES);
    command.add("-timeout=" + TIMEOUT_SECONDS);
    command.add("-print_final_stats=1");
    command.add(corpus.toString());
    return command;
  }

  private static long statistic(String printed, String name) {
    Matcher found = Pattern.compile("stat::" + name + ":\\s+(\\d+)").matcher(printed);
    if (!found.find()) {
      throw ErrorCode.BAD_INPUT.exception("Jazzer printed no " + name + ": " + printed);
    }
    return Long.parseLong(found.group(1));
  }
}
