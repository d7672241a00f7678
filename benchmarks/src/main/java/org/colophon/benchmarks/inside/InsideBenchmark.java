package org.colophon.benchmarks.inside;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.colophon.benchmarks.capture.CallSuite;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.Programs;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Medians;
import org.colophon.core.error.IoFailure;
import org.colophon.reporters.bytes.ByteTool;
import org.colophon.reporters.function.FunctionReporter;
import org.colophon.reporters.function.FunctionSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures how much the recording of functions or bytes slows down programs, without the cost of
 * the tracer itself.
 */
@Command(
    name = "inside",
    mixinStandardHelpOptions = true,
    description = "Slow-down of programs whose functions or bytes are recorded.")
public final class InsideBenchmark implements Runnable {
  private static final FunctionSettings ALL =
      new FunctionSettings(List.of(), Integer.MAX_VALUE, 0, false, 1);

  private static final long CALLS = 20_000_000;
  private static final int WORDS = 4_000_000;
  private static final int SEED = 7;

  @Mixin private BenchmarkOptions options;

  @Option(names = "--seconds", description = "Length of each test (default: ${DEFAULT-VALUE}).")
  private double seconds = 1;

  @Option(names = "--rounds", description = "Runs of each test (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> {
          try {
            functions(directory);
            calls(directory);
            bytes(directory);
          } catch (IOException e) {
            throw IoFailure.of("use", directory, e);
          }
        });
  }

  private void publish(
      String name, List<Map<String, Object>> rows, List<Map<String, Object>> runs) {
    options.publish(name, Map.of("seconds", seconds, "rounds", rounds), rows, runs);
  }

  // --- functions ---

  private void functions(Path directory) throws IOException {
    CallSuite plain = CallSuite.compile(Files.createDirectory(directory.resolve("plain")), "clang");
    String compiler = FunctionReporter.compiler(false).toString();
    CallSuite instrumented =
        CallSuite.compile(Files.createDirectory(directory.resolve("instrumented")), compiler);
    List<Map<String, Object>> runs = new ArrayList<>();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String test : CallSuite.TESTS) {
      List<Double> off = new ArrayList<>();
      List<Double> on = new ArrayList<>();
      List<Double> without = new ArrayList<>();
      for (int i = 0; i < rounds; i++) {
        without.add(plain.run(test, seconds, List.of()).loopsPerSecond());
        off.add(instrumented.run(test, seconds, List.of()).loopsPerSecond());
        try (LogDrain drain = new LogDrain()) {
          String variable = FunctionSettings.VARIABLE + "=" + ALL.traced(drain.directory());
          on.add(instrumented.run(test, seconds, List.of("env", variable)).loopsPerSecond());
        }
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("test", test);
        run.put("plain", without.get(i));
        run.put("off", off.get(i));
        run.put("recorded", on.get(i));
        runs.add(run);
        options.progress().accept(run.toString());
      }
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("test", test);
      row.put("plain loops/s", median(without));
      row.put("instrumented, off", median(without) / median(off));
      row.put("recorded", median(without) / median(on));
      rows.add(row);
    }
    rows.add(means("test", rows, List.of("instrumented, off", "recorded")));
    publish("inside-functions", rows, runs);
  }

  private static double median(List<Double> values) {
    return Medians.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static Map<String, Object> means(
      String label, List<Map<String, Object>> rows, List<String> columns) {
    Map<String, Object> means = new LinkedHashMap<>();
    means.put(label, "geometric mean");
    for (String column : columns) {
      double[] values = rows.stream().mapToDouble(row -> (Double) row.get(column)).toArray();
      means.put(column, Medians.geometricMean(values));
    }
    return means;
  }

  private void calls(Path directory) throws IOException {
    Path source = loops(directory);
    Path plain = directory.resolve("loops");
    Programs.run(List.of("clang", "-O2", "-o", "" + plain, "" + source), Map.of());
    Path program = directory.resolve("loops-instrumented");
    String compiler = FunctionReporter.compiler(false).toString();
    Programs.run(List.of(compiler, "-O2", "-o", "" + program, "" + source), Map.of());
    List<Map<String, Object>> runs = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      Map<String, Object> run = new LinkedHashMap<>();
      run.put("plain", nanosOfCall(plain, Map.of()));
      run.put("instrumented, off", nanosOfCall(program, Map.of()));
      try (LogDrain drain = new LogDrain()) {
        run.put("recorded into a ring", nanosOfCall(program, ALL.traced(drain.directory())));
      }
      Path logs = Files.createTempDirectory(Path.of("/dev/shm"), "colophon-bench");
      run.put("recorded into a file", nanosOfCall(program, ALL.alone(logs)));
      Directories.delete(logs);
      runs.add(run);
      options.progress().accept(run.toString());
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String kind : runs.get(0).keySet()) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("call of two numbers", kind);
      row.put("ns", median(runs.stream().map(run -> (Double) run.get(kind)).toList()));
      rows.add(row);
    }
    publish("inside-call", rows, runs);
  }

  private static double nanosOfCall(Path program, String variable) {
    return nanosOfCall(program, Map.of(FunctionSettings.VARIABLE, variable));
  }

  private static double nanosOfCall(Path program, Map<String, String> environment) {
    List<String> words = List.of(program.toString(), "calls", Long.toString(CALLS));
    return Double.parseDouble(Programs.run(words, environment).strip());
  }

  private static Path loops(Path directory) throws IOException {
    Path source = directory.resolve("loops.c");
    try (InputStream in = InsideBenchmark.class.getResourceAsStream("loops.c")) {
      Files.copy(in, source);
    }
    return source;
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

  private void bytes(Path directory) throws IOException {
    Path input = Files.writeString(directory.resolve("input"), text());
    Programs.run(List.of("sh", "-c", "gzip -c " + input + " > " + directory + "/packed"), Map.of());
    List<Map<String, Object>> runs = new ArrayList<>();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String each : PROGRAMS) {
      String[] parts = each.split("\\|", 3);
      String command = "cd " + directory + " && " + parts[2].replace("$2", "\0");
      command = command.replace("$", input.toString()).replace("\0", "$2");
      rows.add(slowdown(parts[0], parts[1], command, runs));
    }
    for (String group : List.of("processor", "data")) {
      List<Map<String, Object>> own =
          rows.stream().filter(row -> row.get("group").equals(group)).toList();
      Map<String, Object> mean = means("program", own, List.of("slow-down", "with tables"));
      mean.put("group", group);
      rows.add(mean);
    }
    publish("inside-bytes", rows, runs);
  }

  private Map<String, Object> slowdown(
      String group, String name, String command, List<Map<String, Object>> runs)
      throws IOException {
    List<Double> plain = new ArrayList<>();
    List<Double> copies = new ArrayList<>();
    List<Double> tables = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      plain.add(secondsOf(List.of("sh", "-c", command), Map.of()));
      copies.add(secondsWithBytes(command, "no"));
      tables.add(secondsWithBytes(command, "tables"));
      Map<String, Object> run = new LinkedHashMap<>();
      run.put("program", name);
      run.put("plain", plain.get(i));
      run.put("bytes", copies.get(i));
      run.put("tables", tables.get(i));
      runs.add(run);
      options.progress().accept(run.toString());
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("program", name);
    row.put("group", group);
    row.put("plain s", median(plain));
    row.put("slow-down", median(copies) / median(plain));
    row.put("with tables", median(tables) / median(plain));
    return row;
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
