// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Filter;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.storage.rocksdb.RocksDbStorageAdapterFactory;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileMergerTest {
  private static final int SYNCS = 1000;

  /**
   * Maximum number of files. A sync writes some hundred bytes per family. So there are a few dozen
   * files of each size, and those of level 0.
   */
  private static final int MAX_FILES = 250;

  @TempDir Path directory;

  private final RecordBatchBuilder history = new RecordBatchBuilder();

  private StorageAdapter open() {
    StorageAdapter adapter =
        new RocksDbStorageAdapterFactory().create(new StorageConfig(directory, Map.of()));
    adapter.open();
    return adapter;
  }

  /**
   * Appends only new records and syncs, like a quiet store. The keys of each sync are above all
   * earlier ones.
   */
  private void appendAndSync(StorageAdapter adapter, int number) {
    long id = number * 64L;
    history.process(id, "/bin/" + id).file(id, "/f/%09d".formatted(id));
    adapter.append(history.access(OperationKind.WRITE, id, id, 10).build());
    adapter.sync();
  }

  private void requireAllOf(int count, LineageReader reader) {
    for (int number = 1; number <= count; number++) {
      long id = number * 64L;
      assertThat(reader.process(id).declaration().executable().display()).isEqualTo("/bin/" + id);
    }
  }

  private long tables() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".sst")).count();
    }
  }

  @Test
  void keepsFewFilesWhenItSyncsOften() throws IOException {
    int count = 0;
    try (StorageAdapter adapter = open()) {
      while (count < SYNCS || (tables() >= MAX_FILES && count < 2 * SYNCS)) { // until it caught up
        count++;
        appendAndSync(adapter, count);
      }
      assertThat(tables()).isLessThan(MAX_FILES);
      requireAllOf(count, adapter.reader());
    }
    try (LineageReader reader =
        new RocksDbStorageAdapterFactory().openReader(new StorageConfig(directory, Map.of()))) {
      requireAllOf(count, reader);
    }
  }

  @Test
  void logsDamagedFileOnceAlsoAfterOtherFailures() {
    List<String> logged = new ArrayList<>();
    Logger logger = Logger.getLogger(FileMerger.class.getName());
    Filter filter = record -> logged.add(record.getLevel() + " " + record.getParameters()[0]);
    logger.setFilter(filter);
    try (FileMerger merger = new FileMerger(null, new BackgroundThreads())) {
      ColophonException damage =
          new ColophonException(ErrorCode.STORE_CORRUPT, "mismatch in 000012.sst offset 4096");
      merger.report(new ColophonException(ErrorCode.ADAPTER_BUSY, "busy"));
      merger.report(damage);
      merger.report(damage);
    } finally {
      logger.setFilter(null);
    }
    assertThat(logged).containsExactly("WARNING busy", "SEVERE mismatch in 000012.sst offset 4096");
  }

  @Test
  void keepsFewFilesWhenReopenedForEachSync() throws IOException {
    for (int number = 1; number <= SYNCS / 10; number++) {
      try (StorageAdapter adapter = open()) {
        appendAndSync(adapter, number);
      }
    }
    assertThat(tables()).isLessThan(MAX_FILES);
    try (StorageAdapter adapter = open()) {
      requireAllOf(SYNCS / 10, adapter.reader());
    }
  }
}
