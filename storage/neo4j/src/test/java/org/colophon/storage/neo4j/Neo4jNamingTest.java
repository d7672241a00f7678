// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import java.util.Map;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.NamingContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class Neo4jNamingTest extends NamingContract {
  private static SharedStore store;

  @BeforeAll
  static void openDatabase() {
    store = new SharedStore(Map.of());
  }

  @AfterAll
  static void closeDatabase() {
    store.close();
  }

  @Override
  protected StorageAdapterFactory factory() {
    return new Neo4jStorageAdapterFactory();
  }

  @Override
  protected StorageAdapter create(StorageConfig config) {
    store.clear();
    return store.create();
  }
}
