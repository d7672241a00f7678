// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.asof;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.benchmarks.workload.UpdateWorkload;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Lsn;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Asks the same questions as of snapshots of one store, and of stores that ended at each snapshot.
 * Both answers must be equal. Each run opens its store again, so it reads from the page cache.
 */
@Command(
    name = "as-of",
    description = {
      "Asks for the ancestors of often and of rarely updated files as of snapshots of a RocksDB",
      "store, and of stores that ended there."
    })
public final class AsOfScenario extends Scenario {
  private static final int DEPTH = 2;
  private static final String WHOLE = "whole";

  @Option(names = "--transactions", description = "Transactions in the store.")
  private int transactions = 400_000;

  @Option(names = "--files", description = "Files that the transactions read and update.")
  private int files = 20_000;

  @Option(names = "--snapshots", description = "Snapshots, the last at the end.")
  private int snapshots = 5;

  @Option(names = "--targets", description = "Files of each kind that a run asks about.")
  private int targets = 20;

  @Option(names = "--rounds", description = "Measured rounds.")
  private int rounds = 5;

  @Option(names = "--skews", split = ",", description = "Skews of the updates; 0 for none.")
  private List<Double> skews = List.of(UpdateWorkload.SKEW, 0.0);

  /** Targets of a skew, by their kind. */
  private record Group(double skew, String kind) {}

  private final Map<Group, List<Long>> asked = new LinkedHashMap<>();

  /** Records the store with all snapshots, and for each but the last a store that ends there. */
  @Override
  protected void prepare() {
    for (double skew : skews) {
      record(skew, WHOLE, snapshots);
      for (int age = 1; age < snapshots; age++) {
        record(skew, "" + age, age);
      }
    }
  }

  private Path store(double skew, String name) {
    return directory().resolve(skew + "-" + name);
  }

  private void record(double skew, String name, int count) {
    try (Kernel kernel = Kernels.open(store(skew, name))) {
      UpdateWorkload workload =
          new UpdateWorkload(kernel.newSink("bench", SinkOptions.DEFAULT), files, skew);
      for (int age = 1; age <= count; age++) {
        workload.run(transactions / snapshots);
        kernel.snapshot("age-" + age);
        if (age == 1) {
          asked.putIfAbsent(new Group(skew, "hot"), workload.hot(targets));
          asked.putIfAbsent(new Group(skew, "cold"), workload.cold(targets));
        }
      }
      kernel.drain();
    }
  }

  @Override
  protected List<Experiment> experiments() {
    Experiment experiment =
        Experiment.named("as-of")
            .setting("transactions", transactions)
            .setting("files", files)
            .setting("targets", targets)
            .rounds(rounds, 1)
            .medians("skew", "snapshot", "updates");
    for (int age = snapshots; age >= 1; age--) {
      int snapshot = age;
      asked.keySet().forEach(group -> experiment.subject(round -> measure(snapshot, group, round)));
    }
    return List.of(experiment);
  }

  private List<Figures> measure(int age, Group group, int round) {
    boolean isEndedFirst = Math.floorMod(round, 2) == 1;
    String ended = age == snapshots ? WHOLE : "" + age;
    Answers before = isEndedFirst ? answers(ended, Lsn.NONE, group) : null;
    Answers asOf = answers(WHOLE, age, group);
    Answers now = before == null ? answers(ended, Lsn.NONE, group) : before;
    if (!now.answers().equals(asOf.answers())) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the answers as of snapshot %d differ from those of a store that ended there"
              .formatted(age));
    }
    return Figures.of("skew", Double.toString(group.skew()))
        .and("snapshot", "%d of %d".formatted(age, snapshots))
        .and("updates", group.kind())
        .and("edges", now.edges())
        .and("as of ms", asOf.nanos() / 1e6)
        .and("ended ms", now.nanos() / 1e6)
        .and("ratio", (double) asOf.nanos() / now.nanos())
        .row();
  }

  /** The answers about all targets of a kind, and the time that they took. */
  private record Answers(List<String> answers, long edges, long nanos) {}

  /**
   * @param age number of the snapshot as of which to ask; 0 for now
   */
  private Answers answers(String store, long age, Group group) {
    Path path = StoreDirectory.adapterIn(store(group.skew(), store), Kernels.ROCKSDB);
    try (LineageReader reader =
        new PluginLoader<>(StorageAdapterFactory.class)
            .get(Kernels.ROCKSDB)
            .openReader(StorageConfig.at(path))) {
      long lsn = age == 0 ? Lsn.LATEST : reader.snapshots().get((int) age - 1).lsn();
      LineageEngine engine = new LineageEngine(reader);
      List<Lineage> found = new ArrayList<>();
      long begin = System.nanoTime();
      for (long target : asked.getOrDefault(group, List.of())) {
        found.add(
            engine.collect(
                LineageQuery.builder()
                    .root(Root.object(target))
                    .asOfLsn(lsn)
                    .maxDepth(DEPTH)
                    .build()));
      }
      long nanos = System.nanoTime() - begin;
      long edges = found.stream().mapToLong(each -> each.edges().size()).sum();
      return new Answers(found.stream().map(AsOfScenario::text).toList(), edges, nanos);
    }
  }

  private static String text(Lineage lineage) {
    return lineage.edges() + " of " + lineage.nodes().stream().map(each -> each.id()).toList();
  }
}
