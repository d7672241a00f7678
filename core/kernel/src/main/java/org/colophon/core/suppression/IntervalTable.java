// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.suppression;

import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/**
 * Open access intervals, in a table of fixed size that allocates no objects.
 *
 * <p>A slot is found by (process, object, mode) through open addressing with linear probing
 * (deletion shifts back, without tombstones). Each slot is also on three doubly linked lists: of
 * its process, of its object, and of all slots by age. Therefore the end of a process, a cut of an
 * object and an eviction touch only the slots that they close. Kernel thread only.
 *
 * <p>Slot layout in {@link #data}, {@link #STRIDE} longs each: process, object, state, first LSN,
 * last LSN, count, bytes, time of the last operation, clock when the slot was taken, operations not
 * written out. State bits: mode in 0-7, open calls in 8-39, keep-all in 40, held in 41, implied in
 * 42, open in 43, uncovered in 44, extensions in 45-47, operation kind of a held slot in 48-55.
 */
final class IntervalTable {
  static final int NONE = -1;

  /** Process of a free slot; no real process has it. */
  private static final long FREE = Long.MIN_VALUE;

  static final int PROCESS = 0;
  static final int OBJECT = 1;
  static final int STATE = 2;
  static final int FIRST = 3;
  static final int LAST = 4;
  static final int COUNT = 5;
  static final int BYTES = 6;
  static final int TIME = 7;
  static final int OPENED = 8;
  static final int PENDING = 9;

  private static final int STRIDE = 10;
  private static final int MODE_MASK = 0xff;
  private static final long OPEN_CALL = 1L << 8;
  private static final long OPEN_MASK = 0xffff_ffffL << 8;
  private static final long KEEP_ALL = 1L << 40;
  private static final long HELD = 1L << 41;
  private static final long IMPLIED = 1L << 42;
  private static final long OPEN = 1L << 43;
  private static final long UNCOVERED = 1L << 44;
  private static final int EXTENSIONS_SHIFT = 45;
  private static final int MAX_EXTENSIONS = 7;
  private static final int HELD_KIND_SHIFT = 48;
  private static final long BELOW_HELD_KIND = (1L << HELD_KIND_SHIFT) - 1;

  private static final int BY_PROCESS = 0;
  private static final int BY_OBJECT = 1;
  private static final int BY_AGE = 2;
  private static final int LISTS = 3;

  private final int capacity;
  private final int indexMask;
  private final int[] index;
  private final long[] data;
  private final int[] next;
  private final int[] previous;
  private final int[] free;
  private final Long2LongHashMap processHeads = new Long2LongHashMap(NONE);
  private final Long2LongHashMap objectHeads = new Long2LongHashMap(NONE);
  private int freeCount;
  private int oldest = NONE;
  private int newest = NONE;

  /**
   * Constructs an empty table.
   *
   * @param capacity the maximum number of open intervals
   */
  IntervalTable(int capacity) {
    this.capacity = capacity;
    int indexSize = Integer.highestOneBit(Math.max(8, capacity * 2 - 1)) << 1;
    this.indexMask = indexSize - 1;
    this.index = new int[indexSize];
    Arrays.fill(index, NONE);
    this.data = new long[capacity * STRIDE];
    this.next = new int[capacity * LISTS];
    this.previous = new int[capacity * LISTS];
    this.free = new int[capacity];
    for (int i = 0; i < capacity; i++) {
      free[i] = capacity - 1 - i;
    }
    this.freeCount = capacity;
  }

  int size() {
    return capacity - freeCount;
  }

  boolean isFull() {
    return freeCount == 0;
  }

  /** Returns the slot of an access, or NONE. */
  int find(long process, long object, int mode) {
    final int[] slots = index;
    final int mask = indexMask;
    int i = hash(process, object, mode) & mask;
    while (true) {
      int slot = slots[i];
      if (slot == NONE || isSlotOf(slot, process, object, mode)) {
        return slot;
      }
      i = (i + 1) & mask;
    }
  }

  boolean isSlotOf(int slot, long process, long object, int mode) {
    int at = slot * STRIDE;
    return data[at + PROCESS] == process
        && data[at + OBJECT] == object
        && (data[at + STATE] & MODE_MASK) == mode;
  }

  /** Takes a slot for an access that has none; the table must not be full. */
  int add(long process, long object, int mode, boolean keepAll, long lsn, long nowNanos) {
    int slot = free[--freeCount];
    int at = slot * STRIDE;
    data[at + PROCESS] = process;
    data[at + OBJECT] = object;
    data[at + STATE] = mode | (keepAll ? KEEP_ALL : 0);
    data[at + FIRST] = lsn;
    data[at + LAST] = lsn;
    data[at + COUNT] = 0;
    data[at + BYTES] = 0;
    data[at + TIME] = 0;
    data[at + OPENED] = nowNanos;
    data[at + PENDING] = 0;
    int i = hash(process, object, mode) & indexMask;
    while (index[i] != NONE) {
      i = (i + 1) & indexMask;
    }
    index[i] = slot;
    pushHead(slot, BY_PROCESS, processHeads, process);
    pushHead(slot, BY_OBJECT, objectHeads, object);
    appendByAge(slot);
    return slot;
  }

  void remove(int slot) {
    removeFromIndex(slot);
    unlinkHead(slot, BY_PROCESS, processHeads, get(slot, PROCESS));
    unlinkHead(slot, BY_OBJECT, objectHeads, get(slot, OBJECT));
    unlinkByAge(slot);
    set(slot, PROCESS, FREE);
    free[freeCount++] = slot;
  }

  long get(int slot, int field) {
    return data[slot * STRIDE + field];
  }

  void set(int slot, int field, long value) {
    data[slot * STRIDE + field] = value;
  }

  /** Adds operations to an interval. */
  void extend(int slot, long lsn, long count, long bytes, long timeNanos) {
    int at = slot * STRIDE;
    data[at + LAST] = lsn;
    data[at + COUNT] += count;
    data[at + BYTES] += bytes;
    data[at + TIME] = timeNanos;
  }

  int mode(int slot) {
    return (int) (get(slot, STATE) & MODE_MASK);
  }

  boolean keepsAll(int slot) {
    return has(slot, KEEP_ALL);
  }

  private boolean has(int slot, long bit) {
    return (get(slot, STATE) & bit) != 0;
  }

  /** Marks a slot whose last access record is open, so that it covers later operations. */
  void open(int slot) {
    data[slot * STRIDE + STATE] |= OPEN;
  }

  boolean isOpen(int slot) {
    return has(slot, OPEN);
  }

  /** Marks a slot with operations that no record covers yet. */
  void uncover(int slot) {
    data[slot * STRIDE + STATE] |= UNCOVERED;
  }

  boolean isUncovered(int slot) {
    return has(slot, UNCOVERED);
  }

  /** Counts a record that extends the interval over all its operations so far. */
  void cover(int slot) {
    long state = get(slot, STATE) & ~UNCOVERED;
    set(slot, STATE, extensions(slot) == MAX_EXTENSIONS ? state : state + (1L << EXTENSIONS_SHIFT));
  }

  /** Returns the number of calls of {@link #cover}, at most 7. */
  int extensions(int slot) {
    return (int) (get(slot, STATE) >>> EXTENSIONS_SHIFT) & MAX_EXTENSIONS;
  }

  /** Returns true if a call on this access has begun and not ended. */
  boolean hasOpenCall(int slot) {
    return (get(slot, STATE) & OPEN_MASK) != 0;
  }

  void beginCall(int slot) {
    data[slot * STRIDE + STATE] += OPEN_CALL;
  }

  /** Ends a call; returns false if none was open. */
  boolean endCall(int slot) {
    if (!hasOpenCall(slot)) {
      return false;
    }
    data[slot * STRIDE + STATE] -= OPEN_CALL;
    return true;
  }

  /** Marks a slot with one operation, of a kind, that no written record implies. */
  void hold(int slot, int kind) {
    long state = get(slot, STATE) & BELOW_HELD_KIND & ~IMPLIED;
    set(slot, STATE, state | HELD | ((long) kind << HELD_KIND_SHIFT));
  }

  boolean isHeld(int slot) {
    return has(slot, HELD);
  }

  int heldKind(int slot) {
    return (int) (get(slot, STATE) >>> HELD_KIND_SHIFT);
  }

  /** Marks a held slot that another interval implies, so that it need never be written out. */
  void imply(int slot) {
    data[slot * STRIDE + STATE] |= IMPLIED;
  }

  boolean isImplied(int slot) {
    return has(slot, IMPLIED);
  }

  int firstOfProcess(long process) {
    return (int) processHeads.get(process);
  }

  int firstOfObject(long object) {
    return (int) objectHeads.get(object);
  }

  int nextOfProcess(int slot) {
    return next[slot * LISTS + BY_PROCESS];
  }

  int nextOfObject(int slot) {
    return next[slot * LISTS + BY_OBJECT];
  }

  int oldest() {
    return oldest;
  }

  int nextByAge(int slot) {
    return next[slot * LISTS + BY_AGE];
  }

  private void removeFromIndex(int slot) {
    int hole = indexHash(slot);
    while (index[hole] != slot) {
      hole = (hole + 1) & indexMask;
    }
    int i = hole;
    while (true) {
      i = (i + 1) & indexMask;
      int moved = index[i];
      if (moved == NONE) {
        break;
      }
      int home = indexHash(moved);
      if (((i - home) & indexMask) >= ((i - hole) & indexMask)) {
        index[hole] = moved;
        hole = i;
      }
    }
    index[hole] = NONE;
  }

  private int indexHash(int slot) {
    return hash(get(slot, PROCESS), get(slot, OBJECT), mode(slot)) & indexMask;
  }

  private static int hash(long process, long object, int mode) {
    long mixed = (process * 0x9E3779B97F4A7C15L + object) * 0xC2B2AE3D27D4EB4FL + mode;
    mixed *= 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }

  private void pushHead(int slot, int list, Long2LongHashMap heads, long key) {
    int head = (int) heads.put(key, slot);
    next[slot * LISTS + list] = head;
    previous[slot * LISTS + list] = NONE;
    if (head != NONE) {
      previous[head * LISTS + list] = slot;
    }
  }

  private void unlinkHead(int slot, int list, Long2LongHashMap heads, long key) {
    int after = next[slot * LISTS + list];
    int before = previous[slot * LISTS + list];
    if (after != NONE) {
      previous[after * LISTS + list] = before;
    }
    if (before != NONE) {
      next[before * LISTS + list] = after;
    } else if (after != NONE) {
      heads.put(key, after);
    } else {
      heads.remove(key);
    }
  }

  private void appendByAge(int slot) {
    int link = slot * LISTS + BY_AGE;
    next[link] = NONE;
    previous[link] = newest;
    if (newest == NONE) {
      oldest = slot;
    } else {
      next[newest * LISTS + BY_AGE] = slot;
    }
    newest = slot;
  }

  private void unlinkByAge(int slot) {
    int after = next[slot * LISTS + BY_AGE];
    int before = previous[slot * LISTS + BY_AGE];
    if (after == NONE) {
      newest = before;
    } else {
      previous[after * LISTS + BY_AGE] = before;
    }
    if (before == NONE) {
      oldest = after;
    } else {
      next[before * LISTS + BY_AGE] = after;
    }
  }
}
