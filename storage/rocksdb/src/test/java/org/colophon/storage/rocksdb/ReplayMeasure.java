// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.files.FileTree;
import org.colophon.core.rebuild.HistoryReplay;
import org.colophon.core.rebuild.ReplayRequest;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;

/** Times the replay of the tree workload and prints the times; not a test. Argument: levels. */
final class ReplayMeasure {
  private ReplayMeasure() {}

  public static void main(String[] args) throws IOException {
    Path directory = Files.createTempDirectory("replay-measure");
    StorageConfig config = new StorageConfig(directory.resolve("store"), Map.of());
    try (StorageAdapter adapter = new RocksDbStorageAdapterFactory().create(config)) {
      adapter.open();
      TreeBatches batch = new TreeBatches(TreeBatches.files(Integer.parseInt(args[0])), 32, 60);
      while (batch.nextBatch()) {
        adapter.append(batch);
      }
      adapter.sync();
      replay(adapter.reader(), directory.resolve("scratch"));
    } finally {
      FileTree.delete(directory);
    }
  }

  private static void replay(LineageReader source, Path scratch) {
    long operations = source.statistics().operations();
    ReplayRequest request =
        new ReplayRequest(
            source,
            null,
            0,
            source.visibleLsn(),
            operations,
            scratch,
            ReplayRequest.Limits.DEFAULT);
    long start = System.nanoTime();
    long records = 0;
    long collected = 0;
    try (HistoryReplay replay = new HistoryReplay(request, () -> false)) {
      for (RecordBatch batch = replay.next(); batch != null; batch = replay.next()) {
        collected = collected == 0 ? System.nanoTime() : collected;
        while (batch.next()) {
          records++;
        }
      }
      long end = System.nanoTime();
      System.out.printf(
          "%d operations, %d facts, %d records: collected in %.2f s, all in %.2f s%n",
          operations, replay.total(), records, (collected - start) / 1e9, (end - start) / 1e9);
    }
  }
}
