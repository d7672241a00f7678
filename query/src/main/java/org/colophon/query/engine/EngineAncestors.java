// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.List;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;
import org.colophon.core.spi.storage.AncestorWalk;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;

/**
 * Computes the ancestry that retention keeps: all ancestors along edges of every kind, unlimited.
 */
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

  private static final class Nodes implements LineageVisitor {
    private static final int PROCESS = -1;

    private final Visitor visitor;

    /** Id of each node, followed by an object's version or a mark for a process. */
    private final LongArrayList ids = new LongArrayList();

    private final IntArrayList versions = new IntArrayList();

    Nodes(Visitor visitor) {
      this.visitor = visitor;
    }

    @Override
    public void node(int index, NodeType type, long id, int version, long boundLsn, int depth) {
      ids.addLong(id);
      versions.addInt(type == NodeType.PROCESS ? PROCESS : version);
      extended(index, boundLsn);
    }

    @Override
    public void extended(int index, long boundLsn) {
      int version = versions.getInt(index);
      if (version == PROCESS) {
        visitor.process(ids.getLong(index), boundLsn);
      } else {
        visitor.object(ids.getLong(index), version, boundLsn);
      }
    }
  }
}
