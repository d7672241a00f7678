// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.merkle;

import java.util.Locale;

/**
 * Path of a tile or an entry bundle within a log: c2sp.org/tlog-tiles.
 *
 * @param kind {@code entries}, or a level
 * @param width 1 to 256 hashes or entries
 */
public record TileName(String kind, long index, int width) {
  /** Number of hashes of a full tile, and of entries of a full bundle. */
  public static final int FULL = 256;

  /** Returns the name of a tile of hashes. */
  public static TileName ofHashes(int level, long index, int width) {
    return new TileName(Integer.toString(level), index, width);
  }

  /** Returns the name of a bundle of entries. */
  public static TileName ofEntries(long index, int width) {
    return new TileName("entries", index, width);
  }

  /** Returns the full tile or bundle of the same index. */
  public TileName full() {
    return new TileName(kind, index, FULL);
  }

  public String path() {
    StringBuilder number = new StringBuilder(String.format(Locale.ROOT, "%03d", index % 1000));
    for (long rest = index / 1000; rest > 0; rest /= 1000) {
      number.insert(0, String.format(Locale.ROOT, "x%03d/", rest % 1000));
    }
    return "tile/" + kind + "/" + number + (width == FULL ? "" : ".p/" + width);
  }
}
