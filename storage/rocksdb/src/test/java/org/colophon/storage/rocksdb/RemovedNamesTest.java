// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests reading names from a store in which many names were removed. */
class RemovedNamesTest {
  private static final int NAMES = 60_000;

  @TempDir private Path directory;

  private static long count(LineageReader reader) {
    long[] visited = {0};
    reader.under(Bytes.EMPTY, Lsn.LATEST, (path, object) -> visited[0]++);
    return visited[0];
  }

  @Test
  void visitsRemainingNamesInTimeLinearInAllNames() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    for (int i = 0; i < NAMES; i++) {
      history.bind(0, 2 * i + 1, "/kept/" + i).bind(0, 2 * i + 2, "/gone/" + i);
      history.unbind(0, "/gone/" + i);
    }
    history.rename(0, "/kept/7", "/moved");
    try (StorageAdapter adapter =
        new RocksDbStorageAdapterFactory().create(StorageConfig.at(directory))) {
      adapter.open();
      adapter.append(history.build());
      adapter.flush();
      try (LineageReader reader = adapter.reader()) {
        assertThat(CompletableFuture.supplyAsync(() -> count(reader)))
            .succeedsWithin(Duration.ofSeconds(8))
            .isEqualTo((long) NAMES);
      }
    }
  }
}
