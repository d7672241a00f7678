// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.prune;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Lsn;
import org.colophon.core.retention.PruneReport;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.retention.PruneRequests;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Records the runs of a study, and prunes them by each kind of policy, each time in a new store.
 * Compares the lineage of kept results before and after. Without a rule that keeps origins, only
 * the programs and inputs of the newest results are compared, since their older origins are pruned.
 */
@Command(
    name = "prune",
    description = "What each kind of policy of 'colophon prune' removes from a store of runs.")
public final class PruneScenario extends Scenario {
  private static final String SNAPSHOT = "half";

  @Option(names = "--runs", description = "Recorded runs; half are older than the age.")
  private int runs = 200_000;

  @Option(names = "--compared", description = "Results whose lineage is compared.")
  private int compared = 50;

  @Option(names = "--rounds", description = "Measured rounds.")
  private int rounds = 3;

  /** The kinds of results that a policy keeps, with their origins. */
  private enum Kept {
    NEWEST,
    OF_SNAPSHOT,
    OF_SERIES
  }

  /** A policy: removes old runs or exceeding bytes, and keeps the origins of some results. */
  private record Policy(String title, boolean isByAge, Kept kept) {
    List<String> snapshots() {
      return kept == Kept.OF_SNAPSHOT ? List.of(SNAPSHOT) : List.of();
    }

    List<String> globs() {
      return kept == Kept.OF_SERIES ? List.of(StudyRuns.ONE_SERIES) : List.of();
    }
  }

  private static final List<Policy> POLICIES =
      List.of(
          new Policy("--older-than", true, Kept.NEWEST),
          new Policy("--older-than, --keep-snapshot", true, Kept.OF_SNAPSHOT),
          new Policy("--older-than, --keep", true, Kept.OF_SERIES),
          new Policy("--max-size", false, Kept.NEWEST),
          new Policy("--max-size, --keep-snapshot", false, Kept.OF_SNAPSHOT),
          new Policy("--max-size, --keep", false, Kept.OF_SERIES));

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("prune")
            .setting("runs", runs)
            .setting("rounds", rounds)
            .rounds(rounds, 1)
            .alternating(
                POLICIES.stream().<Experiment.Run>map(policy -> round -> measure(policy)).toList())
            .medians("policy"));
  }

  private List<Figures> measure(Policy policy) {
    Path store = Directories.newIn(directory());
    try (Kernel kernel = Kernels.open(store)) {
      StudyRuns study = new StudyRuns(kernel.newSink("bench", SinkOptions.DEFAULT));
      study.run(runs / 2);
      List<Long> old = study.results();
      long snapshotLsn = kernel.snapshot(SNAPSHOT).lsn();
      study.run(runs - runs / 2);
      kernel.drain();
      List<Long> kept =
          switch (policy.kept()) {
            case NEWEST -> study.results();
            case OF_SNAPSHOT -> old;
            case OF_SERIES -> study.resultsOfSeries();
          };
      List<LineageQuery> queries = queries(policy, kept, snapshotLsn);
      List<String> before = answers(kernel, queries);
      PruneReport report = prune(kernel, store, policy, study.timeNanos());
      checkSame(policy.title(), before, answers(kernel, queries));
      return row(policy, report, before.size());
    } finally {
      Directories.delete(store);
    }
  }

  private PruneReport prune(Kernel kernel, Path store, Policy policy, long nowNanos) {
    long bytes = Directories.bytes(StoreDirectory.adapterIn(store, Kernels.ROCKSDB));
    RetentionConfig config =
        new RetentionConfig(
            policy.isByAge()
                ? Optional.of(Duration.ofNanos(StudyRuns.NANOS_PER_RUN * (runs - runs / 2)))
                : Optional.empty(),
            policy.isByAge() ? 0 : bytes / 2,
            policy.snapshots(),
            policy.globs(),
            RetentionConfig.DEFAULT_EVERY,
            1);
    Instant now = Instant.EPOCH.plusNanos(nowNanos);
    PruneReport report = kernel.pruneAll(PruneRequests.of(config, now, null, false, 0, 0)).first();
    if (!report.isDone()) {
      throw ErrorCode.BAD_REQUEST.exception(
          policy.title() + " removed nothing from a store of " + bytes + " bytes: raise --runs");
    }
    return report;
  }

  private static Figures result(Policy policy) {
    return Figures.of("policy", policy.title());
  }

  private static List<Figures> row(Policy policy, PruneReport report, int checked) {
    return result(policy)
        .and("records", report.figures().factsBefore())
        .and("removed records", report.figures().factsBefore() - report.figures().factsAfter())
        .and("bytes", report.bytesBefore())
        .and("removed bytes", report.bytesBefore() - report.bytesAfter())
        .and("seconds", report.nanos() / 1e9)
        .and("unchanged lineages", checked)
        .row();
  }

  /** Returns queries for results that are spread over all, or for the newest ones. */
  private List<LineageQuery> queries(Policy policy, List<Long> kept, long snapshotLsn) {
    int count = Math.min(compared, kept.size());
    List<LineageQuery> queries = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      boolean isNewest = policy.kept() == Kept.NEWEST;
      int at = isNewest ? kept.size() - i : (int) ((long) i * kept.size() / count) - 1;
      queries.add(
          LineageQuery.builder()
              .root(Root.object(kept.get(at)))
              .asOfLsn(policy.kept() == Kept.OF_SNAPSHOT ? snapshotLsn : Lsn.LATEST)
              .maxDepth(isNewest ? 2 : LineageQuery.UNLIMITED)
              .build());
    }
    return queries;
  }

  private static List<String> answers(Kernel kernel, List<LineageQuery> queries) {
    try (LineageReader reader = Objects.requireNonNull(kernel.reader(Kernels.ROCKSDB))) {
      LineageEngine engine = new LineageEngine(reader);
      return queries.stream().map(query -> text(engine.collect(query))).toList();
    }
  }

  private static String text(Lineage lineage) {
    return lineage.edges() + " of " + lineage.nodes().stream().map(each -> each.id()).toList();
  }

  /** Throws an exception if an answer has changed. */
  static void checkSame(String policy, List<String> before, List<String> after) {
    if (before.isEmpty() || !before.equals(after)) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "pruning by %s changed the lineage of a kept result".formatted(policy));
    }
  }
}
