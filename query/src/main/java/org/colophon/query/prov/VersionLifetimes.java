package org.colophon.query.prov;

import java.util.HashMap;
import java.util.Map;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;

/**
 * When an access that went on while content was cut off concerned the version before, and when the
 * one after: an edge of a lineage spans the whole access.
 */
public final class VersionLifetimes {
  private final Lineage lineage;
  private final Map<String, LineageNode> versions = new HashMap<>();

  public VersionLifetimes(Lineage lineage) {
    this.lineage = lineage;
    for (LineageNode node : lineage.nodes()) {
      if (!node.isProcess()) {
        versions.put(node.key(), node);
      }
    }
  }

  /** The first LSN at which the edge's access concerned the edge's version. */
  public long firstIn(LineageEdge edge) {
    LineageNode version = version(edge);
    boolean hasBegin = version != null && version.start() != null;
    return hasBegin
        ? Math.min(edge.lastLsn(), Math.max(edge.firstLsn(), version.start().endLsn()))
        : edge.firstLsn();
  }

  /** The last LSN at which it did, as far as the lineage knows the version that followed. */
  public long lastIn(LineageEdge edge) {
    LineageNode version = version(edge);
    LineageNode next =
        version == null ? null : versions.get(version.target() + ".v" + (version.version() + 1));
    return next == null || next.start() == null
        ? edge.lastLsn()
        : Math.min(edge.lastLsn(), next.start().beginLsn() - 1);
  }

  /** The object version that a process met; null between two processes or two objects. */
  private LineageNode version(LineageEdge edge) {
    LineageNode effect = lineage.effect(edge);
    LineageNode cause = lineage.cause(edge);
    if (effect.isProcess() == cause.isProcess()) {
      return null;
    }
    return effect.isProcess() ? cause : effect;
  }
}
