package org.colophon.storage.graphviz;

/**
 * Remembers edges drawn lately, so that what a process does again and again is drawn once. Of fixed
 * size: an edge that was forgotten is drawn once more under the same key, which Graphviz takes for
 * the same edge.
 */
final class EdgeFilter {
  private static final int BITS = 16;

  private final long[] from = new long[1 << BITS];
  private final long[] to = new long[1 << BITS];

  /** Whether the edge was not drawn lately. */
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
