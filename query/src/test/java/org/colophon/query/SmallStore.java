// SPDX-License-Identifier: Apache-2.0
package org.colophon.query;

import java.nio.file.Path;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.RecordBatchBuilder;

/** In-memory stores with given histories. */
public final class SmallStore {
  private SmallStore() {}

  /** Returns a reader of a whole history. */
  public static LineageReader of(RecordBatchBuilder history) {
    StorageAdapter adapter =
        new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")));
    adapter.open();
    adapter.append(history.build());
    adapter.flush();
    return adapter.reader();
  }
}
