// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.neo4j.database.Neo4jConfig;
import org.colophon.storage.neo4j.database.OpenDatabases;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** One process that wrote one file and read another, made by hand. */
final class SmallGraph {
  private static final String STATEMENT =
      """
      CREATE (p:Process {id: 'process:1', pid: 7, command: 'cat a'}),
             (b:Object:File {id: 'object:2', name: '/w/b'}),
             (a:Object:File {id: 'object:1', name: '/w/a'}),
             (b)-[:WAS_GENERATED_BY {firstLsn: 3, lastLsn: 5, bytes: 10}]->(p),
             (p)-[:USED {firstLsn: 2, lastLsn: 4, bytes: 10}]->(a)
      """;

  private SmallGraph() {}

  static OpenDatabases.Lease open(Path directory, Map<String, String> options) {
    OpenDatabases.Lease lease =
        OpenDatabases.openWriter(Neo4jConfig.of(new StorageConfig(directory, options)), true);
    lease.database().service().executeTransactionally(STATEMENT);
    return lease;
  }

  static Neo4jCypherEngine engine(OpenDatabases.Lease lease) {
    return new Neo4jCypherEngine(
        (GraphDatabaseAPI) lease.database().service(),
        lease.database().config(),
        lease.database()::bolt);
  }
}
