// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.BitSet;
import java.util.List;
import org.colophon.core.model.encoding.ServerConnection;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageEdge;

/**
 * Processes that only represent the unrecorded far end of a connection. They add no information to
 * the connection and are not shown.
 */
final class PlaceholderNodes {
  private final LineageReader reader;
  private final boolean isAncestors;

  PlaceholderNodes(LineageReader reader, Direction direction) {
    this.reader = reader;
    this.isAncestors = direction == Direction.ANCESTORS;
  }

  /** Returns the nodes that are reached only through a crossing and lead to no other node. */
  BitSet among(List<LineageEdge> edges) {
    BitSet crossed = new BitSet();
    BitSet others = new BitSet();
    EdgeKind crossing = isAncestors ? EdgeKind.RECEIVED : EdgeKind.SENT;
    for (LineageEdge edge : edges) {
      (edge.kind() == crossing ? crossed : others).set(isAncestors ? edge.cause() : edge.effect());
      others.set(isAncestors ? edge.effect() : edge.cause());
    }
    crossed.andNot(others);
    return crossed;
  }

  /** Returns whether a process only represents an unrecorded end of a connection. */
  boolean isEmpty(long process) {
    ProcessInfo info = reader.process(process);
    if (info == null || !ServerConnection.isPart(info.declaration().identity())) {
      return false;
    }
    boolean[] leads = new boolean[1];
    if (isAncestors) {
      reader.causesOfProcess(process, (effect, cause, kind, lsn, time) -> leads[0] = true);
    } else {
      reader.effectsOfProcess(process, (effect, cause, kind, lsn, time) -> leads[0] = true);
    }
    return !leads[0];
  }
}
