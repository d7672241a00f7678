package org.colophon.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.core.error.ErrorCode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the JMH benchmarks and measures their allocation rates. */
@Command(
    name = "micro",
    mixinStandardHelpOptions = true,
    description = "The JMH benchmarks, with allocation per operation.")
final class MicroCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(names = "--rounds", description = "Forks of each benchmark (default: ${DEFAULT-VALUE}).")
  private int rounds = 1;

  @Parameters(arity = "0..1", description = "A pattern of names (default: ${DEFAULT-VALUE}).")
  private String pattern = "org.colophon.benchmarks.micro";

  @Override
  public void run() {
    try {
      List<Map<String, Object>> rows = new ArrayList<>();
      for (RunResult result :
          new Runner(
                  new OptionsBuilder()
                      .include(pattern)
                      .forks(rounds)
                      .addProfiler(GCProfiler.class)
                      .build())
              .run()) {
        rows.add(row(result));
      }
      options.publish("micro", Map.of("forks", rounds), rows, List.of());
    } catch (RunnerException e) {
      throw ErrorCode.KERNEL_FAILED.exception("JMH failed: " + e.getMessage(), e);
    }
  }

  private static Map<String, Object> row(RunResult result) {
    Map<String, Object> row = new LinkedHashMap<>();
    Result<?> primary = result.getPrimaryResult();
    String name = result.getParams().getBenchmark();
    row.put("benchmark", name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1));
    row.put("parameters", parameters(result.getParams()));
    row.put("score", primary.getScore());
    row.put("error", primary.getScoreError());
    row.put("unit", primary.getScoreUnit());
    Result<?> allocation = result.getSecondaryResults().get("gc.alloc.rate.norm");
    row.put("B/op allocated", allocation == null ? null : allocation.getScore());
    return row;
  }

  private static String parameters(BenchmarkParams params) {
    return params.getParamsKeys().stream()
        .map(key -> key + "=" + params.getParam(key))
        .collect(Collectors.joining(" "));
  }
}
