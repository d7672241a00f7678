// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.Comparator;
import java.util.Locale;
import org.colophon.core.model.Lsn;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageEdge;

/** All edges of the same kind from one cluster to another. */
final class JoinedEdge {
  /**
   * Ends and kind of the joined edges.
   *
   * @param from index of the cause's cluster
   * @param to index of the effect's cluster
   */
  record Key(int from, int to, EdgeKind kind) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparingInt(Key::from).thenComparingInt(Key::to).thenComparing(Key::kind);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  private final Key key;
  private long firstLsn = Lsn.LATEST;
  private long count;
  private long bytes;

  JoinedEdge(Key key) {
    this.key = key;
  }

  void add(LineageEdge edge) {
    firstLsn = Math.min(firstLsn, edge.firstLsn());
    count += edge.count();
    bytes += edge.bytes();
  }

  int from() {
    return key.from;
  }

  int to() {
    return key.to;
  }

  /** Returns a word for the kind. Fork and exec have the same word. */
  String word() {
    return key.kind == EdgeKind.EXEC ? "start" : key.kind.name().toLowerCase(Locale.ROOT);
  }

  long firstLsn() {
    return firstLsn;
  }

  long count() {
    return count;
  }

  long bytes() {
    return bytes;
  }
}
