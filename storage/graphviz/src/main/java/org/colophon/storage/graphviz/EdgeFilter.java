package org.colophon.storage.graphviz;

/**
 * Remembers recent edges, so repeated accesses are drawn once. It has a fixed size; a forgotten
 * edge is drawn again with the same key, which Graphviz treats as the same edge.
 */
final class EdgeFilter {
  private static final int BITS = 16;

  private final long[] from = new long[1 << BITS];
  private final long[] to = new long[1 << BITS];

  /** Returns whether the edge was not drawn recently. */
  boolean isNew(long process, long object, int mode) {
    long one = process << 4 | mode;
    long hash = (one * 0x9E3779B97F4A7C15L + object) * 0x9E3779B97F4A7C15L;
    int slot = (int) (hash >>> (Long.SIZE - BITS));
    if (from[slot] == one && to[slot] == object) {
      return false;
    }
    from[slot] = one;
    to[slot] = object;
    return true;
  }
}
