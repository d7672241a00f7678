// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.database.FactMemtables;
import org.colophon.storage.rocksdb.database.RocksDbConfig;
import org.colophon.storage.rocksdb.database.RocksDbDirectory;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactMemtablesTest {
  private static final long BYTES = 64 << 10;

  @TempDir Path directory;

  private RocksDbConfig config() {
    return RocksDbConfig.of(new StorageConfig(directory, Map.of("memtable-bytes", "64k")));
  }

  @Test
  void enlargesFactBuffersOnceTheStoreIsBusy() {
    new RocksDbDirectory(directory).prepare();
    try (Database database = Database.openWriter(config())) {
      FactMemtables memtables = new FactMemtables(database, BYTES);
      memtables.written(FactMemtables.BUSY * BYTES - 1);
      assertThat(database.memtableBytes(StoreFormat.BY_OBJECT)).isEqualTo(BYTES);

      memtables.written(1);
      for (int family : List.of(StoreFormat.BY_OBJECT, StoreFormat.BY_PROCESS)) {
        assertThat(database.memtableBytes(family)).isEqualTo(FactMemtables.FACTOR * BYTES);
      }
      assertThat(database.memtableBytes(StoreFormat.PATHS)).isEqualTo(BYTES);
    }
  }

  @Test
  void countsWritesOfTheAdapter() throws IOException {
    RocksDbStorageAdapter adapter = new RocksDbStorageAdapter(config(), new BackgroundThreads());
    adapter.open();
    try {
      TreeBatches batches = new TreeBatches(TreeBatches.files(5), 4, 2_000);
      while (!hasGrown() && batches.nextBatch()) {
        adapter.append(batches);
        adapter.flush();
      }
      assertThat(hasGrown()).isTrue();
    } finally {
      adapter.close();
    }
  }

  /**
   * Returns whether memtables have grown, from the file of options that RocksDB writes after each
   * change.
   */
  private boolean hasGrown() throws IOException {
    String grown = "  write_buffer_size=" + FactMemtables.FACTOR * BYTES + "\n";
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(path -> path.toString().contains("OPTIONS")).toList()) {
        if (Files.readString(file).contains(grown)) {
          return true;
        }
      }
    }
    return false;
  }
}
