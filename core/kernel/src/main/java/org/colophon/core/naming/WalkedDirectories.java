// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.naming;

import java.util.Arrays;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Cache of walks to the last few directories. The next name in the same directory begins there,
 * which saves a hash and a cache miss per component. All entries are dropped when one of them, or a
 * directory above one, is moved. One thread.
 */
final class WalkedDirectories {
  private static final int PLACES = 256;

  /** Number of trailing bytes that are compared first. */
  private static final int HASHED_BYTES = 16;

  private static final int LONGEST_BYTES = 1024;

  /**
   * A directory.
   *
   * @param path the path of the walk
   * @param node the path's node
   * @param isHistoric together with {@code movedNode} and {@code movedTo}: the walk's state here
   */
  record Directory(Bytes path, int node, boolean isHistoric, int movedNode, int movedTo) {}

  private final @Nullable Directory[] places = new Directory[PLACES];

  /** The tree's {@link NameTree#moves} for which the entries are valid. */
  private long moves;

  /** Returns the directory {@code name[0..to)}; null if it is not cached. */
  @Nullable Directory find(Bytes name, int to, long treeMoves) {
    if (treeMoves != moves) {
      clear();
      moves = treeMoves;
    }
    Directory directory = places[place(name, to)];
    boolean isMeant =
        directory != null && directory.path.length() == to && name.startsWith(directory.path);
    return isMeant ? directory : null;
  }

  /** Stores the state of a walk; nothing was moved since {@link #find}. */
  void put(Bytes name, int to, int node, boolean isHistoric, int movedNode, int movedTo) {
    if (to <= LONGEST_BYTES) {
      Directory directory = new Directory(name.slice(0, to), node, isHistoric, movedNode, movedTo);
      places[place(name, to)] = directory;
    }
  }

  void clear() {
    Arrays.fill(places, null);
  }

  private static int place(Bytes name, int to) {
    int hash = to;
    for (int i = Math.max(0, to - HASHED_BYTES); i < to; i++) {
      hash = 31 * hash + name.at(i);
    }
    return (hash ^ hash >>> 16) & (PLACES - 1);
  }
}
