// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Runs the benchmarks that need no additional setup. Then generates the page of measurements. */
@Command(
    name = "all",
    description = {
      "Runs micro, tree, tree --at-once=8, tree --sweep, growth, zipf, capture, capture --digests,",
      "capture --methods, recovery, prune, find, feed, parquet, as-of, snapshot, service, openlineage,",
      "start, nodes, certify, updates, inside, fuse and fuse-requests, then writes",
      "docs/reference/measurements.md; two hours and more.",
      "Options are passed to each, such as --rounds=1. Left out, to be run by themselves:",
      "explorer (needs Chromium), mysql (needs MariaDB), cluster (starts three brokers),",
      "hosts (starts three brokers), copies (records 70 million operations), neo4j (downloads Neo4j),",
      "capture --idle (needs an idle host), quality (compares answers, not times), power-cut (counts",
      "states, needs root), fuzz (counts faults of parsers)."
    })
final class AllCommand implements Callable<Integer> {
  /** Command lines, in the order in which they run. */
  static final List<List<String>> RUNS =
      List.of(
          List.of("micro"),
          List.of("tree"),
          List.of("tree", "--at-once=8"),
          List.of("tree", "--sweep"),
          List.of("growth"),
          List.of("zipf"),
          List.of("capture"),
          List.of("capture", "--digests"),
          List.of("capture", "--methods"),
          List.of("recovery"),
          List.of("prune"),
          List.of("find"),
          List.of("feed"),
          List.of("parquet"),
          List.of("as-of"),
          List.of("snapshot"),
          List.of("service"),
          List.of("openlineage"),
          List.of("start"),
          List.of("nodes"),
          List.of("certify"),
          List.of("updates"),
          List.of("inside"),
          List.of("fuse"),
          List.of("fuse-requests"));

  private final ToIntFunction<List<String>> runner;

  @Unmatched private List<String> passedOn = new ArrayList<>();

  AllCommand() {
    this(words -> Main.execute(new Main(), words.toArray(String[]::new)));
  }

  AllCommand(ToIntFunction<List<String>> runner) {
    this.runner = runner;
  }

  /** Runs all benchmarks, even if one fails. Returns the worst exit status. */
  @Override
  public Integer call() {
    int worst = 0;
    for (List<String> run : RUNS) {
      List<String> words = new ArrayList<>(run);
      words.addAll(passedOn);
      worst = Math.max(worst, runner.applyAsInt(words));
    }
    return Math.max(worst, runner.applyAsInt(List.of("report")));
  }
}
