// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import java.util.Map;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.ReplayContract;

class RocksDbReplayProperties extends ReplayContract {
  @Override
  protected StorageAdapter create(StorageConfig config) {
    return new RocksDbStorageAdapterFactory()
        .create(new StorageConfig(config.directory(), Map.of("buffer-operations", "20")));
  }
}
