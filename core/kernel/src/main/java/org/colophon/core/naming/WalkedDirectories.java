package org.colophon.core.naming;

import java.util.Arrays;
import org.colophon.core.model.Bytes;

/**
 * Where walks down a name were when all but the last component was done, so that the next name in
 * the same folder begins there: a component costs a hash and some memory that is far away. Few
 * folders, the last ones; all are forgotten when one of them, or what leads to one, is moved. Not
 * thread-safe.
 */
final class WalkedDirectories {
  private static final int PLACES = 256;

  /** Names are told apart by so many bytes at the end first. */
  private static final int HASHED_BYTES = 16;

  private static final int LONGEST_BYTES = 1024;

  /**
   * A folder.
   *
   * @param path as it was walked
   * @param node of the path
   * @param isHistoric what the walk knew of the history there, with the next two
   */
  record Folder(Bytes path, int node, boolean isHistoric, int movedNode, int movedTo) {}

  private final Folder[] places = new Folder[PLACES];

  /** The tree's count of moves at which the places hold. */
  private long moves;

  /** The folder {@code name[0..to)}; null if it is not remembered. */
  Folder find(Bytes name, int to, long treeMoves) {
    if (treeMoves != moves) {
      clear();
      moves = treeMoves;
    }
    Folder folder = places[place(name, to)];
    boolean isMeant = folder != null && folder.path.length() == to && name.startsWith(folder.path);
    return isMeant ? folder : null;
  }

  /** Remembers where a walk was; nothing was moved since {@link #find}. */
  void put(Bytes name, int to, int node, boolean isHistoric, int movedNode, int movedTo) {
    if (to <= LONGEST_BYTES) {
      Folder folder = new Folder(name.slice(0, to), node, isHistoric, movedNode, movedTo);
      places[place(name, to)] = folder;
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
