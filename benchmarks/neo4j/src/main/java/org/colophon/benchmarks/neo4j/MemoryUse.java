package org.colophon.benchmarks.neo4j;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.benchmarks.pipeline.Memory;
import org.colophon.benchmarks.result.Directories;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.kernel.Kernel;
import org.colophon.storage.neo4j.database.Neo4jConfig;

/** Measures the memory and disk space that catching up needs in a new Java process. */
final class MemoryUse {
  private static final double MEGABYTE = 1 << 20;

  private final Stores stores;

  MemoryUse(Stores stores) {
    this.stores = stores;
  }

  Map<String, Object> run() {
    Path store = stores.resting();
    Memory.resetPeaks();
    TimedFactory timed = TimedFactory.ofNeo4j();
    Map<String, Object> run = new LinkedHashMap<>();
    double operations = stores.workload().operations();
    double heap = Runtime.getRuntime().maxMemory() / MEGABYTE;
    run.put(Measure.SUBJECT, String.format("catch-up in a heap of %.0f MB", heap));
    run.put("page cache MB", Neo4jConfig.of(stores.graphOf(store)).pageCacheBytes() / MEGABYTE);
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
    return run;
  }
}
