// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.visitor.CutVisitor;

/**
 * Assigns each process and object version of a search its slot, a small dense number that serves as
 * an index into arrays. Reads the cuts of an object when the search first reaches it.
 *
 * <p>The block of an object in the arena is {@code [n, firstSlot, begin 1, end 1, ... begin n, end
 * n]}, with ascending ends. A cut took effect at some instant between its start and its end, and
 * cuts may overlap. So each stored begin is the largest so far. A read at or after a cut's end
 * certainly does not see a write before its start. An object with n cuts has n + 1 versions with
 * consecutive slots.
 */
final class NodeSlots implements CutVisitor {
  private static final long MISSING = -1;
  private static final int HEADER = 2;

  private LineageReader reader;
  private final Long2LongHashMap processes = new Long2LongHashMap(MISSING);
  private final Long2LongHashMap objects = new Long2LongHashMap(MISSING);
  private long[] arena = new long[256];
  private int used;
  private int slots;

  NodeSlots(LineageReader reader) {
    this.reader = reader;
  }

  /** Forgets all nodes; the cuts come from another view of the history. */
  void reset(LineageReader view) {
    reader = view;
    processes.clear();
    objects.clear();
    used = 0;
    slots = 0;
  }

  /** Returns the slot of a process, assigned if necessary. */
  int process(long id) {
    long slot = processes.get(id);
    if (slot == MISSING) {
      slot = slots++;
      processes.put(id, slot);
    }
    return (int) slot;
  }

  /** Returns the slot of a process; -1 if the search has not reached the process. */
  int knownProcess(long id) {
    return (int) processes.get(id);
  }

  /** Returns the block of an object; -1 if the search has not reached the object. */
  int knownBlock(long object) {
    return (int) objects.get(object);
  }

  int block(long object) {
    long block = objects.get(object);
    if (block == MISSING) {
      block = used;
      objects.put(object, block);
      read(object);
    }
    return (int) block;
  }

  private void read(long object) {
    int block = used;
    reserve(HEADER);
    used += HEADER;
    arena[block] = 0;
    reader.cuts(object, this);
    int n = (used - block - HEADER) / 2;
    arena[block] = n;
    arena[block + 1] = slots;
    slots += n + 1;
    makeBeginsRise(block, n);
  }

  private void makeBeginsRise(int block, int n) {
    for (int i = 1; i < n; i++) {
      int at = block + HEADER + 2 * i;
      arena[at] = Math.max(arena[at], arena[at - 2]);
    }
  }

  @Override
  public void cut(long process, long beginLsn, long endLsn, long timeNanos) {
    reserve(2);
    arena[used++] = beginLsn;
    arena[used++] = endLsn;
  }

  private void reserve(int more) {
    if (used + more > arena.length) {
      arena = Arrays.copyOf(arena, 2 * arena.length);
    }
  }

  int slot(int block, int version) {
    return (int) arena[block + 1] + version;
  }

  int cuts(int block) {
    return (int) arena[block];
  }

  /**
   * Returns the version that a read at an LSN sees: the number of cuts that took effect by then
   * with certainty.
   */
  int versionAt(int block, long lsn) {
    return countUpTo(block, lsn, 1);
  }

  /** Returns the oldest version that contains a write at an LSN. */
  int versionWrittenAt(int block, long lsn) {
    return countUpTo(block, lsn, 0);
  }

  /**
   * Counts the cuts whose start or end is at most the LSN.
   *
   * @param which 0 for the start, 1 for the end
   */
  private int countUpTo(int block, long lsn, int which) {
    int low = 0;
    int high = (int) arena[block];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (arena[block + HEADER + 2 * middle + which] <= lsn) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the first LSN at which a write belongs to a version; 0 for the first version. */
  long beginOf(int block, int version) {
    return version == 0 ? Lsn.NONE : arena[block + HEADER + 2 * (version - 1)];
  }

  /** Returns the first LSN at which no read sees the version. */
  long endOf(int block, int version) {
    return version == arena[block] ? Lsn.OPEN : arena[block + HEADER + 2 * version + 1];
  }

  /** Returns the first LSN at which a write certainly belongs to a later version. */
  long nextBegin(int block, int version) {
    return version == arena[block] ? Lsn.OPEN : arena[block + HEADER + 2 * version];
  }

  /** Returns the first LSN at which a read sees the version with certainty. */
  long seenFrom(int block, int version) {
    return version == 0 ? Lsn.NONE : arena[block + HEADER + 2 * (version - 1) + 1];
  }

  int memory() {
    return arena.length + 2 * (processes.capacity() + objects.capacity());
  }
}
