package org.colophon.query.engine;

import java.util.List;
import org.colophon.core.retention.AncestorWalk;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;

/** What retention asks of the engine: all ancestors, of every kind and without limits. */
public final class EngineAncestors implements AncestorWalk {
  @Override
  public void walk(LineageReader reader, List<Start> starts, Visitor visitor) {
    LineageQuery query =
        LineageQuery.builder()
            .roots(starts.stream().map(each -> Root.object(each.object(), each.lsn())).toList())
            .maxNodes(Integer.MAX_VALUE)
            .build();
    new LineageEngine(reader).run(query, new Nodes(visitor));
  }

  private record Nodes(Visitor visitor) implements LineageVisitor {
    @Override
    public void node(int index, NodeType type, long id, int version, long boundLsn, int depth) {
      if (type == NodeType.PROCESS) {
        visitor.process(id, boundLsn);
      } else {
        visitor.object(id, version, boundLsn);
      }
    }

    @Override
    public void edge(
        int effect,
        int cause,
        EdgeKind kind,
        long firstLsn,
        long lastLsn,
        long count,
        long bytes,
        long firstNanos,
        long lastNanos) {}
  }
}
