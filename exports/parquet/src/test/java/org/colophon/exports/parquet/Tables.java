// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.query.document.TableFormat.Exported;
import org.colophon.query.document.TableFormat.HostHistory;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.RecordBatchBuilder;

/** The tables of a test, and stores to export. */
record Tables(Path path) {
  static final String STORE = "00000000000000aa";

  static StorageAdapter store(RecordBatchBuilder... batches) {
    StorageAdapter adapter =
        new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")));
    adapter.open();
    for (RecordBatchBuilder batch : batches) {
      append(adapter, batch);
    }
    return adapter;
  }

  static void append(StorageAdapter adapter, RecordBatchBuilder batch) {
    adapter.append(batch.build());
    adapter.flush();
  }

  static HostHistory history(String name, Supplier<LineageReader> reader) {
    return new HostHistory(name, name + "-id", STORE, GenerationChain.UNKNOWN, reader);
  }

  List<Exported> export(HostHistory... histories) {
    return exportOf(STORE, histories);
  }

  List<Exported> exportOf(String storeId, HostHistory... histories) {
    List<Exported> results = new ArrayList<>();
    new ParquetFormat().export(storeId, List.of(histories), path, results::add);
    return results;
  }

  /** Returns the files, except the lock. */
  Set<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files
          .filter(Files::isRegularFile)
          .map(each -> path.relativize(each).toString())
          .filter(each -> !each.equals(".lock"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
