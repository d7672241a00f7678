// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.neo4j;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.workload.TreeWorkload;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.IoFailure;
import org.colophon.core.fanout.FanoutConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.neo4j.Neo4jStorageAdapterFactory;
import org.colophon.storage.rocksdb.RocksDbStorageAdapterFactory;
import org.jspecify.annotations.Nullable;

/**
 * RocksDB stores of the tree, recorded once with suppression, and disposable copies of these
 * stores.
 */
final class Stores {
  static final String ROCKSDB = "rocksdb";
  static final String NEO4J = Neo4jStorageAdapterFactory.NAME;

  /** Options for closing without waiting until Neo4j has caught up. */
  private static final FanoutConfig QUICK_TO_CLOSE = new FanoutConfig(200, 5_000, 10, 20, 100);

  private final Path directory;
  private final TreeWorkload workload;
  private final Map<String, String> options;
  private @Nullable Path resting;
  private @Nullable Path rocksOnly;
  private int copies;

  /**
   * Records the tree.
   *
   * @param directory an existing directory for temporary stores
   * @param options options of the Neo4j adapter
   */
  Stores(Path directory, int levels, Map<String, String> options) {
    this.directory = directory;
    this.workload = TreeWorkload.ofLevels(levels);
    this.options = options;
  }

  TreeWorkload workload() {
    return workload;
  }

  /**
   * Returns a copy of a store in which Neo4j rests and is empty. The journal still has the whole
   * history.
   */
  Path restingCopy() {
    if (resting == null) {
      resting = newDirectory();
      Kernel.open(both(resting, new Neo4jStorageAdapterFactory(), 1)).close();
      record(resting);
    }
    return copyOf(resting);
  }

  /** Returns a copy of a store without Neo4j. The journal no longer has the history. */
  Path rocksOnly() {
    if (rocksOnly == null) {
      rocksOnly = newDirectory();
      record(rocksOnly);
    }
    return copyOf(rocksOnly);
  }

  private void record(Path store) {
    try (Kernel kernel = Kernel.open(rocksDb(store))) {
      workload.report(kernel.newSink("bench", new SinkOptions(false, OverloadPolicy.BLOCK)));
      kernel.drain();
    }
  }

  /** Returns a configuration with RocksDB only. */
  KernelConfig rocksDb(Path store) {
    return KernelConfig.builder(store)
        .adapter(AdapterConfig.of(new RocksDbStorageAdapterFactory()))
        .fanout(QUICK_TO_CLOSE)
        .build();
  }

  /** Returns a configuration with RocksDB, and with Neo4j limited to a share of the machine. */
  KernelConfig both(Path store, StorageAdapterFactory neo4j, double share) {
    return KernelConfig.builder(store)
        .adapter(AdapterConfig.of(new RocksDbStorageAdapterFactory()))
        .adapter(new AdapterConfig(NEO4J, neo4j, options, share))
        .fanout(QUICK_TO_CLOSE)
        .build();
  }

  /** Returns the directory of a store's graph. */
  StorageConfig graphOf(Path store) {
    return new StorageConfig(StoreDirectory.adapterIn(store, NEO4J), options);
  }

  Path newDirectory() {
    return Directories.newIn(directory);
  }

  private Path copyOf(Path store) {
    Path copy = directory.resolve("copy" + ++copies);
    try (Stream<Path> files = Files.walk(store)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(store.relativize(file).toString()));
      }
      return copy;
    } catch (IOException e) {
      throw IoFailure.of("copy", store, e);
    }
  }
}
