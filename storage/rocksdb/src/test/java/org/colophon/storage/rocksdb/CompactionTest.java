package org.colophon.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.colophon.core.spi.storage.StorageConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Keys that come in no order, as names do: each flush overlaps all that is there. */
class CompactionTest {
  private static final int KEYS = 100;
  private static final int KEY_BYTES = 16;

  /** More than RocksDB's default of 4. */
  private static final int FEW_FLUSHES = 10;

  @TempDir Path folder;

  private final Random random = new Random(1);

  private void putAndFlush(Database database) {
    BatchEncoder batch = new BatchEncoder();
    byte[] pair = new byte[2 * KEY_BYTES];
    for (int i = 0; i < KEYS; i++) {
      random.nextBytes(pair);
      batch.put(StoreFormat.PATHS, pair, 0, KEY_BYTES, KEY_BYTES, KEY_BYTES);
    }
    database.write(batch.encode());
    database.flush();
  }

  private Database open() {
    return Database.openWriter(RocksDbConfig.of(new StorageConfig(folder, Map.of())));
  }

  private static long flushedFiles(Database database) {
    return database.files().stream().filter(file -> file.level() == 0).count();
  }

  @Test
  void shouldNotRewriteWhatIsSortedForAFewFlushes() {
    try (Database database = open()) {
      for (int i = 0; i < FEW_FLUSHES; i++) {
        putAndFlush(database);
      }
      assertThat(flushedFiles(database)).isEqualTo(FEW_FLUSHES);
    }
  }

  @Test
  @Timeout(60)
  void shouldSortInTheEndWhatWasFlushed() {
    try (Database database = open()) {
      while (database.files().size() == flushedFiles(database)) {
        putAndFlush(database);
      }
      assertThat(database.files()).anyMatch(file -> file.level() > 0);
    }
  }
}
