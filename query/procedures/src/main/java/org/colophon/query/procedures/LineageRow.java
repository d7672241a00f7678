// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;

/** A row of {@link LineageProcedures}; Neo4j reads the fields. */
public final class LineageRow {
  /** A process or object of the lineage. An object occurs once for each version that matters. */
  public final Node node;

  /** The relationship that reached the node; null for the target itself. */
  public final @Nullable Relationship relationship;

  /** The number of steps from the target. */
  public final long depth;

  /** Ancestors: the latest LSN at which the node matters; descendants: the earliest. */
  public final long lsn;

  LineageRow(Node node, @Nullable Relationship relationship, long depth, long lsn) {
    this.node = node;
    this.relationship = relationship;
    this.depth = depth;
    this.lsn = lsn;
  }
}
