package org.colophon.query.search;

import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.visitor.CutVisitor;

/**
 * Gives each process and object version of a search a small dense number, its slot, as an index
 * into arrays. Reads the cuts of an object when the search first reaches it.
 *
 * <p>An object's block in the arena: {@code [n, firstSlot, begin 1, end 1, ... begin n, end n]},
 * ends rising. A cut took effect at some instant between its begin and its end, and cuts may
 * overlap. So each stored begin is the largest so far: a write before it is certainly cut off from
 * a read at or after the end. n cuts make n + 1 versions with consecutive slots.
 */
final class NodeSlots implements CutVisitor {
  private static final long MISSING = -1;
  private static final int HEADER = 2;

  private final LineageReader reader;
  private final Long2LongHashMap processes = new Long2LongHashMap(MISSING);
  private final Long2LongHashMap objects = new Long2LongHashMap(MISSING);
  private long[] arena = new long[256];
  private int used;
  private int slots;

  NodeSlots(LineageReader reader) {
    this.reader = reader;
  }

  void reset() {
    processes.clear();
    objects.clear();
    used = 0;
    slots = 0;
  }

  int count() {
    return slots;
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

  /** Returns the slot of a process, -1 if the search has not reached it. */
  int knownProcess(long id) {
    return (int) processes.get(id);
  }

  /** Returns the block of an object, -1 if the search has not reached it. */
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

  /** Returns the version seen at an LSN: the number of cuts that certainly took effect by then. */
  int versionAt(int block, long lsn) {
    return countUpTo(block, lsn, 1);
  }

  /** Returns the oldest version that contains a write at an LSN. */
  int versionWrittenAt(int block, long lsn) {
    return countUpTo(block, lsn, 0);
  }

  /** Counts the cuts whose begin (0) or end (1) is at most the LSN. */
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

  /** Returns the LSN from which writes belong to a version; 0 for the first. */
  long beginOf(int block, int version) {
    return version == 0 ? Lsn.NONE : arena[block + HEADER + 2 * (version - 1)];
  }

  /** Returns the first LSN at which the version can no longer be seen. */
  long endOf(int block, int version) {
    return version == arena[block] ? Lsn.OPEN : arena[block + HEADER + 2 * version + 1];
  }

  /** Returns the first LSN at which a write certainly belongs to a later version. */
  long nextBegin(int block, int version) {
    return version == arena[block] ? Lsn.OPEN : arena[block + HEADER + 2 * version];
  }

  /** Returns the LSN from which the version is certainly seen. */
  long seenFrom(int block, int version) {
    return version == 0 ? Lsn.NONE : arena[block + HEADER + 2 * (version - 1) + 1];
  }

  int memory() {
    return arena.length + 2 * (processes.capacity() + objects.capacity());
  }
}
