// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.neo4j;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.benchmarks.pipeline.Memory;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.kernel.Kernel;
import org.colophon.storage.neo4j.database.Neo4jConfig;
import org.jspecify.annotations.Nullable;

/** The measurements. Each runs in a separate Java process. */
public enum Measure {
  INGESTION("operations/s", "of bare writes"),
  REPORTERS("operations/s", "of reporters alone"),
  LINEAGE("us a lineage", "of RocksDB's time"),
  MEMORY(null, null);

  /** Column with the subject of a row. */
  static final String SUBJECT = "what";

  /** Key of the value that contains all runs. */
  static final String RUNS = "runs";

  private static final double MEGABYTE = 1 << 20;

  private final @Nullable String compared;
  private final @Nullable String ratio;

  Measure(@Nullable String compared, @Nullable String ratio) {
    this.compared = compared;
    this.ratio = ratio;
  }

  /**
   * Runs a phase in this process. Prints its results as a line of values for {@link Main}.
   *
   * @param arguments name of the phase, levels of the tree, number of measured rounds, a directory
   *     for stores, and options of the adapter as NAME=VALUE
   */
  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = new LinkedHashMap<>();
    for (String option : List.of(arguments).subList(4, arguments.length)) {
      int equals = option.indexOf('=');
      options.put(option.substring(0, equals), option.substring(equals + 1));
    }
    Path directory = Directories.newIn(Path.of(arguments[3]));
    Stores stores = new Stores(directory, Integer.parseInt(arguments[1]), options);
    int rounds = Integer.parseInt(arguments[2]);
    ChildProcess.print(Figures.of(RUNS, valueOf(arguments[0]).run(stores, rounds)));
    Directories.delete(directory);
  }

  /** Returns all runs, alternating between subjects; {@link #SUBJECT} has the subject of each. */
  private List<Figures> run(Stores stores, int rounds) throws Exception {
    return switch (this) {
      case INGESTION -> new Ingestion(stores).run(rounds);
      case REPORTERS -> Reporters.run(stores, rounds);
      case LINEAGE -> Lineages.run(stores, rounds);
      case MEMORY -> memory(stores);
    };
  }

  /** Returns the name of the result file. */
  String resultName() {
    return "neo4j-" + name().toLowerCase(Locale.ROOT);
  }

  /** Returns the rows with an additional column: the ratio to the first row. */
  List<Figures> compared(List<Figures> rows) {
    if (compared == null) {
      return rows;
    }
    double first = rows.get(0).number(compared);
    rows.forEach(row -> row.put(ratio, row.number(compared) / first));
    return rows;
  }

  /** Measures the memory and disk space that catching up needs in a new Java process. */
  private static List<Figures> memory(Stores stores) {
    Path store = stores.restingCopy();
    Memory.resetPeaks();
    TimedFactory timed = TimedFactory.ofNeo4j();
    double operations = stores.workload().operations();
    double heap = Runtime.getRuntime().maxMemory() / MEGABYTE;
    Figures run =
        Figures.of(SUBJECT, String.format("catch-up in a heap of %.0f MB", heap))
            .and(
                "page cache MB", Neo4jConfig.of(stores.graphOf(store)).pageCacheBytes() / MEGABYTE);
    try (Kernel kernel = Kernel.open(stores.both(store, timed.factory(), 1))) {
      kernel.drain();
      run.put("operations/s", operations * 1e9 / (System.nanoTime() - timed.openedNanos().get()));
      run.put("peak heap MB", Memory.peakHeapMegabytes());
      run.put("peak RSS MB", Memory.peakResidentMegabytes());
      run.put("heap in use at the end MB", Memory.liveHeapMegabytes());
    }
    long bytes = Directories.bytes(stores.graphOf(store).directory());
    run.put("graph on disk MB", bytes / MEGABYTE);
    run.put("graph B/op", bytes / operations);
    long rocksDb = Directories.bytes(StoreDirectory.adapterIn(store, Stores.ROCKSDB));
    run.put("RocksDB B/op", rocksDb / operations);
    Directories.delete(store);
    return List.of(run);
  }
}
