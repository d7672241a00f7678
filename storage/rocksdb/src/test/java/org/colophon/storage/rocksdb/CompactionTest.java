// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.database.RocksDbConfig;
import org.colophon.storage.rocksdb.database.RocksDbDirectory;
import org.colophon.storage.rocksdb.database.StoredFile;
import org.colophon.storage.rocksdb.encode.BatchEncoder;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests which data RocksDB rewrites, and which data stays in flushed files. */
class CompactionTest {
  private static final int KEYS = 100;
  private static final int KEY_BYTES = 16;

  /** A number of flushes above RocksDB's default of 4 and below the adapter's limit. */
  private static final int FEW_FLUSHES = 10;

  private static final long PARENT = 1;

  @TempDir Path directory;

  private long processes = PARENT;

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

  private RocksDbConfig config() {
    return RocksDbConfig.of(new StorageConfig(directory, Map.of()));
  }

  private Database open() {
    new RocksDbDirectory(directory).prepare();
    return Database.openWriter(config());
  }

  private static long flushedFiles(Database database) {
    return database.files().stream().filter(file -> file.level() == 0).count();
  }

  /** Returns the level of each file of facts about processes, by name. */
  private Map<String, Integer> processFiles() {
    try (Database database = Database.openReader(config(), StoreFormat.NAMES)) {
      return database.files().stream()
          .filter(file -> file.family() == StoreFormat.BY_PROCESS)
          .collect(Collectors.toMap(StoredFile::name, StoredFile::level));
    }
  }

  /** Appends more children than a group has. */
  private void appendChildren(StorageAdapter adapter, RecordBatchBuilder history) {
    for (int i = 0; i <= StoreFormat.GROUP_SIZE; i++) {
      processes++;
      history.process(processes, "/bin/child").link(LinkKind.FORK, processes, PARENT);
    }
    adapter.append(history.build());
    adapter.sync();
  }

  @Test
  @Timeout(60)
  void keepsFlushedProcessesWhenTheirParentLivesLong() {
    RecordBatchBuilder history = new RecordBatchBuilder().process(PARENT, "/bin/parent");
    try (StorageAdapter adapter = new RocksDbStorageAdapter(config(), new BackgroundThreads())) {
      adapter.open();
      Set<String> flushed = new HashSet<>();
      while (processFiles().values().stream().allMatch(level -> level == 0)) {
        flushed.addAll(processFiles().keySet());
        appendChildren(adapter, history);
      }
      assertThat(processFiles().keySet()).containsAll(flushed);
      assertThat(adapter.reader().process(2).declaration().executable().display())
          .isEqualTo("/bin/child");
      List<Long> children = new ArrayList<>();
      adapter
          .reader()
          .effectsOfProcess(PARENT, (effect, cause, kind, lsn, time) -> children.add(effect));
      assertThat(children).isEqualTo(LongStream.rangeClosed(2, processes).boxed().toList());
    }
  }

  @Test
  void doesNotRewriteSortedRunsForAFewFlushes() {
    try (Database database = open()) {
      for (int i = 0; i < FEW_FLUSHES; i++) {
        putAndFlush(database);
      }
      assertThat(flushedFiles(database)).isEqualTo(FEW_FLUSHES);
    }
  }

  @Test
  @Timeout(60)
  void mergesFlushedRunsEventually() {
    try (Database database = open()) {
      while (database.files().size() == flushedFiles(database)) {
        putAndFlush(database);
      }
      assertThat(database.files()).anyMatch(file -> file.level() > 0);
    }
  }
}
