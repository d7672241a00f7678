// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.ReplayContract;

class PostgresReplayProperties extends ReplayContract {
  private final PostgresServer server = PostgresServer.shared();

  @Override
  protected StorageAdapter create(StorageConfig config) {
    String schema = "replay_" + config.directory().getFileName();
    server.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
    Map<String, String> options = new HashMap<>(server.options(schema));
    options.put("batch-operations", "20");
    return new JdbcStorageAdapterFactory().create(new StorageConfig(config.directory(), options));
  }
}
