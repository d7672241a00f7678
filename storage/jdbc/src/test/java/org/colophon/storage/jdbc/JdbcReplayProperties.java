// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import java.util.Map;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.ReplayContract;

class JdbcReplayProperties extends ReplayContract {
  @Override
  protected StorageAdapter create(StorageConfig config) {
    return new JdbcStorageAdapterFactory()
        .create(new StorageConfig(config.directory(), Map.of("batch-operations", "20")));
  }
}
