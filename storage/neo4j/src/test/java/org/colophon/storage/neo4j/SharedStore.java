// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.files.FileTree;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.Neo4jConfig;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.OpenDatabases;
import org.colophon.storage.neo4j.database.StoreState;
import org.colophon.storage.neo4j.facts.FactCache;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * A store whose database stays open between adapters, and that can be emptied. With it, tests can
 * try many small histories, although starting Neo4j takes a second.
 */
final class SharedStore implements AutoCloseable {
  private final Path directory;
  private final StorageConfig config;
  private final OpenDatabases.Lease lease;

  SharedStore(Map<String, String> options) {
    directory = temporary();
    config = new StorageConfig(directory.resolve("store"), options);
    OpenDatabases.openWriter(Neo4jConfig.of(config), true).close();
    lease = OpenDatabases.openReader(Neo4jConfig.of(config));
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("neo4j-shared");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  GraphDatabase database() {
    return lease.database();
  }

  /** Returns a new, open adapter of this store. */
  StorageAdapter open() {
    StorageAdapter adapter = create();
    adapter.open();
    return adapter;
  }

  /** Returns a new adapter of this store that is not open yet. */
  StorageAdapter create() {
    return new Neo4jStorageAdapterFactory().create(config);
  }

  /** Empties the store; no adapter may be open. */
  void clear() {
    try (Transaction transaction = database().service().beginTx()) {
      transaction.getAllRelationships().forEach(each -> each.delete());
      for (Node node : transaction.getAllNodes()) {
        if (!node.hasLabel(NodeLabel.COLOPHON)) {
          node.delete();
        }
      }
      StoreState.EMPTY.writeTo(EntityIds.node(transaction, database().booksNode()));
      transaction.commit();
    }
    database().committed(StoreState.EMPTY);
    FactCache.of(database()).clear();
  }

  @Override
  public void close() {
    lease.close();
    try {
      FileTree.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
