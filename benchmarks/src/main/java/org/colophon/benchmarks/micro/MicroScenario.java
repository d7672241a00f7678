// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.micro;

import java.util.List;
import java.util.stream.Collectors;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Scenario;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the JMH benchmarks and measures their allocation rates. */
@Command(name = "micro", description = "The JMH benchmarks, with allocation per operation.")
public final class MicroScenario extends Scenario {
  @Option(names = "--rounds", description = "Forks of each benchmark.")
  private int rounds = 1;

  @Parameters(arity = "0..1", description = "A pattern of names.")
  private String pattern = "org.colophon.benchmarks.micro";

  @Override
  protected List<Experiment> experiments() {
    return List.of(Experiment.named("micro").setting("forks", rounds).subject(round -> rows()));
  }

  private List<Figures> rows() throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .include(pattern)
                .forks(rounds)
                .addProfiler(GCProfiler.class)
                .build())
        .run().stream().map(MicroScenario::row).toList();
  }

  private static Figures row(RunResult result) {
    Result<?> primary = result.getPrimaryResult();
    String name = result.getParams().getBenchmark();
    Result<?> allocation = result.getSecondaryResults().get("gc.alloc.rate.norm");
    return Figures.of(
            "benchmark", name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1))
        .and("parameters", parameters(result.getParams()))
        .and("score", primary.getScore())
        .and("error", primary.getScoreError())
        .and("unit", primary.getScoreUnit())
        .and("B/op allocated", allocation == null ? null : allocation.getScore());
  }

  private static String parameters(BenchmarkParams params) {
    return params.getParamsKeys().stream()
        .map(key -> key + "=" + params.getParam(key))
        .collect(Collectors.joining(" "));
  }
}
