// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.feed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.cli.base.ExitCode;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.spi.storage.StoreStatistics;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the import of a feed in SPADE's DSL into RocksDB, and a lineage of the result. A second
 * import of the feed must change nothing.
 */
@Command(
    name = "feed",
    description = {
      "Imports a feed in SPADE's DSL, with eight annotations for each process: rate, bytes an edge,",
      "memory, a lineage of depth 20, and a second import that changes nothing."
    })
public final class FeedScenario extends Scenario {
  private static final int KINDS_OF_ELEMENTS = 3;
  private static final int DEPTH = 20;
  private static final int ANSWERS = 200;

  @Option(names = "--edges", description = "Processes, artifacts and edges in the feed, of each.")
  private int edges = 250_000;

  @Option(names = "--rounds", description = "Measured rounds.")
  private int rounds = 3;

  @Option(names = "--heap", description = "Maximum heap of the import.")
  private String heap = "256m";

  @Override
  protected void prepare() throws IOException {
    new AuditFeed(edges).write(feed());
  }

  private Path feed() {
    return directory().resolve("feed.txt");
  }

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("feed")
            .setting("edges", edges)
            .setting("heap", heap)
            .rounds(rounds, 0)
            .subject(round -> measure())
            .medians("elements"));
  }

  private List<Figures> measure() {
    Path store = directory().resolve("store");
    try {
      long begin = System.nanoTime();
      Figures imported = importFeed(store, ExitCode.FOUND);
      double wall = (System.nanoTime() - begin) / 1e9;
      long elements = (long) KINDS_OF_ELEMENTS * edges;
      Path adapter = StoreDirectory.adapterIn(store, Kernels.ROCKSDB);
      long bytes = Directories.bytes(adapter);
      long all = Directories.bytes(store);
      Figures figures =
          Figures.of("elements", elements)
              .and("elements/s", elements / imported.number(FeedImport.SECONDS))
              .and("with start", elements / wall)
              .and("cpu us/element", imported.number(FeedImport.CPU_SECONDS) * 1e6 / elements)
              .and("bytes/edge", (double) bytes / edges)
              .and("with journal", (double) all / edges)
              .and(FeedImport.PEAK_MB, imported.number(FeedImport.PEAK_MB));
      List<Long> before = counts(adapter);
      importFeed(store, ExitCode.NOTHING);
      if (!counts(adapter).equals(before)) {
        throw ErrorCode.STORE_CORRUPT.exception(
            "the second import changed the store from %s to %s processes, objects and operations"
                .formatted(before, counts(adapter)));
      }
      figures.putAll(lineage(adapter));
      return figures.row();
    } finally {
      Directories.delete(store);
    }
  }

  /** Imports the feed in another process, which must end with a status. */
  private Figures importFeed(Path store, int status) {
    Figures imported =
        new ChildProcess(heap).run(FeedImport.class, feed().toString(), store.toString());
    if (imported.number(FeedImport.STATUS) != status) {
      throw ErrorCode.BAD_INPUT.exception(
          "the import ended with %s instead of %d"
              .formatted(imported.value(FeedImport.STATUS), status));
    }
    return imported;
  }

  private static List<Long> counts(Path adapter) {
    try (LineageReader reader = open(adapter)) {
      StoreStatistics found = reader.statistics();
      return List.of(found.processes(), found.objects(), found.operations());
    }
  }

  private static LineageReader open(Path adapter) {
    return new PluginLoader<>(StorageAdapterFactory.class)
        .get(Kernels.ROCKSDB)
        .openReader(StorageConfig.at(adapter));
  }

  /** Asks for what the first process led to, until the JVM is warm. Measures the last answer. */
  private static Figures lineage(Path adapter) {
    try (LineageReader reader = open(adapter)) {
      long process = reader.processesWithPid(AuditFeed.ROOT_PID).get(0);
      LineageQuery query =
          LineageQuery.builder()
              .root(Root.process(process))
              .direction(Direction.DESCENDANTS)
              .maxDepth(DEPTH)
              .build();
      LineageEngine engine = new LineageEngine(reader);
      long nanos = 0;
      int nodes = 0;
      for (int i = 0; i < ANSWERS; i++) {
        long begin = System.nanoTime();
        Lineage answer = engine.collect(query);
        nanos = System.nanoTime() - begin;
        nodes = answer.nodes().size();
      }
      return Figures.of("nodes", nodes).and("lineage ms/1000 nodes", nanos / 1e3 / nodes);
    }
  }
}
