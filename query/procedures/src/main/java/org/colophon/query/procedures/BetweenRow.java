// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;

/** A row of {@link LineageProcedures#between}; Neo4j reads the fields. */
public final class BetweenRow {
  /** The influenced node. */
  public final Node effect;

  /** The relationship from the effect to the cause; null if the graph has none. */
  public final @Nullable Relationship relationship;

  /** The node that influenced the effect. */
  public final Node cause;

  /** The LSN at which the influence began. */
  public final long lsn;

  BetweenRow(Node effect, @Nullable Relationship relationship, Node cause, long lsn) {
    this.effect = effect;
    this.relationship = relationship;
    this.cause = cause;
    this.lsn = lsn;
  }
}
