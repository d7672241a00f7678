// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import java.nio.file.Path;
import java.util.Map;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.testing.answers.AnswerContract;

/** All tries use the same database, since starting Neo4j takes a second. */
@PropertyDefaults(tries = 5)
class Neo4jAnswerProperties extends AnswerContract {
  private static SharedStore store;
  private Path cleared;

  @BeforeContainer
  static void openDatabase() {
    store = new SharedStore(Map.of("batch-operations", "20"));
  }

  @AfterContainer
  static void closeDatabase() {
    store.close();
  }

  @Override
  protected StorageAdapter create(Path directory) {
    if (!directory.equals(cleared)) {
      store.clear();
      cleared = directory;
    }
    return store.create();
  }
}
