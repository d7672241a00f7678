// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.inside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.colophon.benchmarks.capture.CallSuite;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.reporters.bytes.ByteTool;
import org.colophon.reporters.function.FunctionReporter;
import org.colophon.reporters.function.FunctionSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how much the recording of functions or bytes slows down programs, without the cost of
 * the tracer itself.
 */
@Command(
    name = "inside",
    description = "Slow-down of programs whose functions or bytes are recorded.")
public final class InsideScenario extends Scenario {
  private static final FunctionSettings ALL =
      new FunctionSettings(List.of(), Integer.MAX_VALUE, 0, false, 1);
  private static final String TEST = "test";
  private static final String PROGRAM = "program";
  private static final String GROUP = "group";
  private static final String PLAIN = "plain";
  private static final String RECORDED = "recorded";
  private static final String OFF = "instrumented, off";
  private static final String SLOW_DOWN = "slow-down";
  private static final String WITH_TABLES = "with tables";
  private static final long CALLS = 20_000_000;
  private static final int WORDS = 4_000_000;
  private static final int SEED = 7;

  @Option(names = "--seconds", description = "Length of each test.")
  private double seconds = 1;

  @Option(names = "--rounds", description = "Runs of each test.")
  private int rounds = 3;

  @Override
  protected List<Experiment> experiments() throws IOException {
    return Stream.of(functions(), calls(), bytes()).map(each -> each.rounds(rounds, 0)).toList();
  }

  private Experiment named(String name) {
    return Experiment.named(name).setting("seconds", seconds).setting("rounds", rounds);
  }

  // --- functions ---

  private Experiment functions() throws IOException {
    CallSuite plain = CallSuite.compile(Files.createDirectory(directory().resolve(PLAIN)), "clang");
    CallSuite instrumented =
        CallSuite.compile(
            Files.createDirectory(directory().resolve("instrumented")),
            FunctionReporter.compiler(false).toString());
    Experiment functions = named("inside-functions").table(InsideScenario::slowdownsOfTests);
    for (String test : CallSuite.TESTS) {
      functions.subject(round -> loops(test, plain, instrumented));
    }
    return functions;
  }

  private List<Figures> loops(String test, CallSuite plain, CallSuite instrumented)
      throws IOException {
    double without = plain.run(test, seconds, List.of()).loopsPerSecond();
    double off = instrumented.run(test, seconds, List.of()).loopsPerSecond();
    try (LogDrain drain = new LogDrain()) {
      String variable = FunctionSettings.VARIABLE + "=" + ALL.traced(drain.directory());
      double on = instrumented.run(test, seconds, List.of("env", variable)).loopsPerSecond();
      return Figures.of(TEST, test).and(PLAIN, without).and("off", off).and(RECORDED, on).row();
    }
  }

  private static List<Figures> slowdownsOfTests(List<Figures> runs) {
    List<Figures> rows = new ArrayList<>();
    for (Figures median : Medians.rows(runs, TEST)) {
      double plain = median.number(PLAIN);
      rows.add(
          Figures.of(TEST, median.value(TEST))
              .and("plain loops/s", plain)
              .and(OFF, plain / median.number("off"))
              .and(RECORDED, plain / median.number(RECORDED)));
    }
    rows.add(Medians.geometricMeans(TEST, rows, List.of(OFF, RECORDED)));
    return rows;
  }

  private Experiment calls() throws IOException {
    Path source = Programs.resource(InsideScenario.class, "loops.c", directory());
    Path plain = directory().resolve("loops");
    Programs.run(List.of("clang", "-O2", "-o", "" + plain, "" + source), Map.of());
    Path program = directory().resolve("loops-instrumented");
    String compiler = FunctionReporter.compiler(false).toString();
    Programs.run(List.of(compiler, "-O2", "-o", "" + program, "" + source), Map.of());
    return named("inside-call")
        .subject(round -> nanosOfCalls(plain, program))
        .table(
            runs ->
                runs.get(0).keySet().stream()
                    .map(
                        kind ->
                            Figures.of("call of two numbers", kind)
                                .and("ns", Medians.of(runs, kind)))
                    .toList());
  }

  private static List<Figures> nanosOfCalls(Path plain, Path program) throws IOException {
    Figures run =
        Figures.of(PLAIN, nanosOfCall(plain, Map.of())).and(OFF, nanosOfCall(program, Map.of()));
    try (LogDrain drain = new LogDrain()) {
      String variable = ALL.traced(drain.directory());
      run.put(
          "recorded into a ring",
          nanosOfCall(program, Map.of(FunctionSettings.VARIABLE, variable)));
    }
    Path logs = Files.createTempDirectory(Path.of("/dev/shm"), "colophon-bench");
    run.put(
        "recorded into a file",
        nanosOfCall(program, Map.of(FunctionSettings.VARIABLE, ALL.withoutTracer(logs))));
    Directories.delete(logs);
    return List.of(run);
  }

  private static double nanosOfCall(Path program, Map<String, String> environment) {
    List<String> words = List.of(program.toString(), "calls", Long.toString(CALLS));
    return Double.parseDouble(Programs.run(words, environment).strip());
  }

  // --- bytes ---

  /**
   * Shell commands, in which {@code $} stands for the input. The first word of each is its group.
   */
  private static final List<String> PROGRAMS =
      List.of(
          "processor|sieve|./loops sieve 400",
          "processor|sort|sort $ > out",
          "processor|gzip -6|gzip -c $ > out",
          "processor|gzip -d|gzip -dc packed > out",
          "processor|awk sum|awk '{n += length($2)} END {print n}' $ > out",
          "processor|sed|sed 's/[aeiou]/_/g' $ > out",
          "processor|md5sum (worst)|md5sum $ > out",
          "data|cat|cat $ $ $ $ $ $ $ $ > out",
          "data|dd|dd if=$ of=out bs=64k status=none; dd if=$ of=out bs=4k status=none",
          "data|cut|cut -d' ' -f2 $ > out",
          "data|tr|tr a-z A-Z < $ > out",
          "data|grep|grep -c a $ > out; grep abc $ > out",
          "data|tar|tar cf out $; tar tf out > list",
          "data|pipeline|cat $ | tr a-z A-Z | cut -c1-20 > out");

  private Experiment bytes() throws IOException {
    Path input = Files.writeString(directory().resolve("input"), text());
    Programs.run(
        List.of("sh", "-c", "gzip -c " + input + " > " + directory() + "/packed"), Map.of());
    Map<Object, String> groups = new HashMap<>();
    Experiment bytes = named("inside-bytes").table(runs -> slowdownsOfPrograms(runs, groups));
    for (String each : PROGRAMS) {
      String[] parts = each.split("\\|", 3);
      groups.put(parts[1], parts[0]);
      String command = "cd " + directory() + " && " + parts[2].replace("$2", "\0");
      String complete = command.replace("$", input.toString()).replace("\0", "$2");
      bytes.subject(round -> secondsOf(parts[1], complete));
    }
    return bytes;
  }

  private static List<Figures> secondsOf(String name, String command) throws IOException {
    return Figures.of(PROGRAM, name)
        .and(PLAIN, secondsOf(List.of("sh", "-c", command), Map.of()))
        .and("bytes", secondsWithBytes(command, "no"))
        .and("tables", secondsWithBytes(command, "tables"))
        .row();
  }

  private static List<Figures> slowdownsOfPrograms(List<Figures> runs, Map<Object, String> groups) {
    List<Figures> rows = new ArrayList<>();
    for (Figures median : Medians.rows(runs, PROGRAM)) {
      double plain = median.number(PLAIN);
      Object name = median.value(PROGRAM);
      rows.add(
          Figures.of(PROGRAM, name)
              .and(GROUP, groups.get(name))
              .and("plain s", plain)
              .and(SLOW_DOWN, median.number("bytes") / plain)
              .and(WITH_TABLES, median.number("tables") / plain));
    }
    List<Figures> programs = List.copyOf(rows);
    for (String group : List.of("processor", "data")) {
      List<Figures> own = programs.stream().filter(row -> row.value(GROUP).equals(group)).toList();
      Figures mean = Medians.geometricMeans(PROGRAM, own, List.of(SLOW_DOWN, WITH_TABLES));
      mean.put(GROUP, group);
      rows.add(mean);
    }
    return rows;
  }

  private static double secondsWithBytes(String command, String lookups) throws IOException {
    Path logs = Files.createTempDirectory(Path.of("/dev/shm"), "colophon-bench");
    ByteTool tool = ByteTool.build(lookups);
    double taken =
        secondsOf(tool.command(List.of("sh", "-c", command), logs), tool.environment(logs));
    Directories.delete(logs);
    return taken;
  }

  private static double secondsOf(List<String> command, Map<String, String> environment) {
    long begin = System.nanoTime();
    Programs.run(command, environment);
    return (System.nanoTime() - begin) / 1e9;
  }

  /** Returns about 32 MB of lines with three words in each line. */
  private static String text() {
    Random random = new Random(SEED);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < WORDS; i++) {
      for (int j = 3 + random.nextInt(8); j > 0; j--) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      text.append(i % 3 == 2 ? '\n' : ' ');
    }
    return text.toString();
  }
}
