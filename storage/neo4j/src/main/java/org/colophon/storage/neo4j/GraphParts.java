package org.colophon.storage.neo4j;

import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.names.GraphClock;
import org.colophon.storage.neo4j.names.GraphNames;
import org.colophon.storage.neo4j.names.RareRecords;

/**
 * What the writer and all readers of a database share.
 *
 * @param facts the decoded facts that readers asked for lately
 */
record GraphParts(FactCache facts, GraphNames names, GraphClock clock, RareRecords rare) {
  static GraphParts of(GraphDatabase database) {
    return database.shared(
        GraphParts.class,
        shared ->
            new GraphParts(
                new FactCache(shared.config().readCacheBytes()),
                new GraphNames(shared),
                new GraphClock(shared),
                new RareRecords()));
  }
}
