// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import java.util.Comparator;
import java.util.Locale;
import org.colophon.core.model.Lsn;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageEdge;

/** All edges of the same kind from one cluster to another. */
public final class JoinedEdge {
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

  public int from() {
    return key.from;
  }

  public int to() {
    return key.to;
  }

  /** Returns a word for the kind. Fork and exec have the same word. */
  public String word() {
    return word(key.kind);
  }

  /** Returns a word for a kind of edges. */
  public static String word(EdgeKind kind) {
    boolean isStart = kind == EdgeKind.EXEC || kind == EdgeKind.FORK;
    return isStart ? "start" : kind.name().toLowerCase(Locale.ROOT);
  }

  public long firstLsn() {
    return firstLsn;
  }

  public long count() {
    return count;
  }

  public long bytes() {
    return bytes;
  }
}
