package org.colophon.storage.neo4j.write;

import java.util.Arrays;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;

/**
 * The access intervals of a window as rows in columns. The end of an interval updates the row of
 * its first operation in the same window, so it is written once. One thread.
 */
final class AccessTable {
  /** A {@link #kind}: the interval began in an earlier window, if at all. */
  static final byte LATER = -1;

  private static final int INITIAL_ROWS = 1 << 10;

  long[] process = new long[INITIAL_ROWS];
  long[] object = new long[INITIAL_ROWS];
  byte[] mode = new byte[INITIAL_ROWS];
  byte[] kind = new byte[INITIAL_ROWS];
  long[] first = new long[INITIAL_ROWS];
  long[] firstNanos = new long[INITIAL_ROWS];
  long[] firstBytes = new long[INITIAL_ROWS];

  /** {@link Lsn#OPEN} for an open interval. */
  long[] last = new long[INITIAL_ROWS];

  long[] lastNanos = new long[INITIAL_ROWS];
  long[] count = new long[INITIAL_ROWS];
  long[] bytes = new long[INITIAL_ROWS];

  private int rows;

  /** Open addressing: row + 1 by hash of process, object, mode and begin; 0 is free. */
  private int[] index = new int[2 * INITIAL_ROWS];

  int rows() {
    return rows;
  }

  /** Adds a first operation. */
  void add(
      long newProcess,
      long newObject,
      OperationKind operation,
      long lsn,
      long timeNanos,
      long moved,
      boolean isOpen) {
    final int row = newRow(newProcess, newObject, operation.mode(), lsn);
    kind[row] = (byte) operation.code();
    firstNanos[row] = timeNanos;
    firstBytes[row] = moved;
    last[row] = isOpen ? Lsn.OPEN : lsn;
    lastNanos[row] = timeNanos;
    count[row] = 1;
    bytes[row] = moved;
  }

  /** Sets the extent of an interval. */
  void close(
      long ofProcess,
      long ofObject,
      AccessMode ofMode,
      long begin,
      long end,
      long operations,
      long moved,
      long timeNanos) {
    int row = find(ofProcess, ofObject, ofMode.code(), begin);
    if (row < 0) {
      row = newRow(ofProcess, ofObject, ofMode, begin);
      kind[row] = LATER;
      firstNanos[row] = 0;
      firstBytes[row] = 0;
    }
    last[row] = end;
    lastNanos[row] = timeNanos;
    count[row] = operations;
    bytes[row] = moved;
  }

  private int newRow(long newProcess, long newObject, AccessMode newMode, long begin) {
    if (rows == process.length) {
      grow();
    }
    final int row = rows++;
    process[row] = newProcess;
    object[row] = newObject;
    mode[row] = (byte) newMode.code();
    first[row] = begin;
    enter(row);
    return row;
  }

  private int find(long ofProcess, long ofObject, int ofMode, long begin) {
    final int mask = index.length - 1;
    int slot = (int) hash(ofProcess, ofObject, ofMode, begin) & mask;
    while (index[slot] != 0) {
      final int row = index[slot] - 1;
      if (first[row] == begin
          && process[row] == ofProcess
          && object[row] == ofObject
          && mode[row] == ofMode) {
        return row;
      }
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  private void enter(int row) {
    final int mask = index.length - 1;
    int slot = (int) hash(process[row], object[row], mode[row], first[row]) & mask;
    while (index[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    index[slot] = row + 1;
  }

  /** Returns the identity of the interval as one number; collisions are very rare. */
  long key(int row) {
    return hash(process[row], object[row], mode[row], first[row]);
  }

  private static long hash(long process, long object, int mode, long begin) {
    long h = mix(process + 0x9E3779B97F4A7C15L);
    h = mix(h ^ object);
    return mix(h ^ ((begin << 3) | mode));
  }

  /** Stafford's variant 13 of MurmurHash3's finalizer. */
  private static long mix(long value) {
    long h = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }

  private void grow() {
    final int length = 2 * process.length;
    process = Arrays.copyOf(process, length);
    object = Arrays.copyOf(object, length);
    mode = Arrays.copyOf(mode, length);
    kind = Arrays.copyOf(kind, length);
    first = Arrays.copyOf(first, length);
    firstNanos = Arrays.copyOf(firstNanos, length);
    firstBytes = Arrays.copyOf(firstBytes, length);
    last = Arrays.copyOf(last, length);
    lastNanos = Arrays.copyOf(lastNanos, length);
    count = Arrays.copyOf(count, length);
    bytes = Arrays.copyOf(bytes, length);
    index = new int[2 * length];
    for (int row = 0; row < rows; row++) {
      enter(row);
    }
  }

  void clear() {
    Arrays.fill(index, 0);
    rows = 0;
  }
}
