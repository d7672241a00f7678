// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import java.util.Set;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.Predecessor;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.neo4j.cypher.Procedures;
import org.colophon.storage.neo4j.database.Neo4jConfig;
import org.colophon.storage.neo4j.database.OpenDatabases;

/** Creates adapters that keep their store as a graph in an embedded Neo4j. */
public final class Neo4jStorageAdapterFactory extends NamedPlugin implements StorageAdapterFactory {
  /** The adapter's name. */
  public static final String NAME = "neo4j";

  public Neo4jStorageAdapterFactory() {
    super(
        NAME,
        "keeps everything as a graph in an embedded Neo4j, for queries in Cypher",
        Neo4jConfig.OPTIONS);
  }

  @Override
  public Set<StorageCapability> capabilities() {
    return Set.of(StorageCapability.READ, StorageCapability.DURABLE, StorageCapability.CYPHER);
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    return new Neo4jStorageAdapter(Neo4jConfig.of(config), null);
  }

  @Override
  public StorageAdapter createReplacement(StorageConfig config, Predecessor predecessor) {
    return new Neo4jStorageAdapter(Neo4jConfig.of(config), predecessor.directory());
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    OpenDatabases.Lease lease = OpenDatabases.openReader(Neo4jConfig.of(config));
    try {
      Procedures.offer(lease.database(), new Neo4jLineageReader(lease.database(), () -> {}));
      return new Neo4jLineageReader(lease.database(), lease::close);
    } catch (RuntimeException e) {
      lease.close();
      throw e;
    }
  }
}
