package org.colophon.storage.procedures;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.LinkKind;
import org.colophon.query.api.EdgeKind;
import org.colophon.storage.neo4j.cypher.OpenGraph;
import org.neo4j.graphdb.Relationship;

/** Finds the relationships of the edges of a lineage. */
final class Relations {
  private final OpenGraph graph;

  Relations(OpenGraph graph) {
    this.graph = graph;
  }

  /**
   * Returns the relationship of an edge, or null.
   *
   * @param effect Colophon's id
   * @param cause Colophon's id
   */
  Relationship find(EdgeKind kind, long effect, long cause, long lsn) {
    return switch (kind) {
      case READ -> graph.access(effect, cause, AccessMode.READ, lsn);
      case CODE -> graph.access(effect, cause, AccessMode.CODE, lsn);
      case WRITE -> graph.access(cause, effect, AccessMode.WRITE, lsn);
      case NAME -> graph.access(cause, effect, AccessMode.NAME, lsn);
      case FORK -> graph.link(effect, cause, LinkKind.FORK, lsn);
      case EXEC -> graph.link(effect, cause, LinkKind.EXEC, lsn);
      case SIGNAL -> graph.link(effect, cause, LinkKind.SIGNAL, lsn);
      case MEMORY -> graph.link(effect, cause, LinkKind.MEMORY, lsn);
      case INFORM -> graph.link(effect, cause, LinkKind.INFORM, lsn);
      case SENT -> graph.link(effect, cause, LinkKind.SENT, lsn);
      case RECEIVED -> graph.link(effect, cause, LinkKind.RECEIVED, lsn);
      case DERIVATION -> graph.derivation(effect, cause, lsn);
    };
  }
}
