// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ObjectScanTest {
  private static final int OBJECTS = 3_000;

  @TempDir Path directory;

  @Test
  void resolvesReboundMovedAndRemovedNamesAmongManyObjects() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    for (int i = 1; i <= OBJECTS; i++) {
      history.file(i, "/d%d/f%d".formatted(i % 10, i));
    }
    for (int i = 1; i <= OBJECTS; i += 7) {
      history.file(OBJECTS + i, "/d%d/f%d".formatted(i % 10, i));
    }
    for (int i = 3; i <= OBJECTS; i += 11) {
      history.unbind(0, i, Bytes.of("/d%d/f%d".formatted(i % 10, i)));
    }
    history.rename(0, "/d4", "/moved");
    try (StorageAdapter adapter =
        new RocksDbStorageAdapterFactory().create(StorageConfig.at(directory))) {
      adapter.open();
      adapter.append(history.build());
      adapter.flush();
      try (LineageReader reader = adapter.reader()) {
        List<Long> visited = new ArrayList<>();
        reader.objectsNamed(
            path -> path.length() > 0,
            Lsn.LATEST,
            (object, names) -> {
              visited.add(object);
              assertThat(names).as("names of object %d", object).isEqualTo(reader.namesOf(object));
            });
        assertThat(visited).isSorted().hasSize((int) reader.lastObject());
      }
    }
  }
}
