// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import java.util.Map;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.ReplayContract;

/** All tries use the same two databases, since starting Neo4j takes a second. */
class Neo4jReplayProperties extends ReplayContract {
  private static final Map<String, String> OPTIONS = Map.of("batch-operations", "20");

  private static SharedStore source;
  private static SharedStore target;

  @BeforeContainer
  static void openDatabases() {
    source = new SharedStore(OPTIONS);
    target = new SharedStore(OPTIONS);
  }

  @AfterContainer
  static void closeDatabases() {
    source.close();
    target.close();
  }

  @Override
  protected StorageAdapter create(StorageConfig config) {
    SharedStore store = config.directory().endsWith("source") ? source : target;
    store.clear();
    return store.create();
  }
}
