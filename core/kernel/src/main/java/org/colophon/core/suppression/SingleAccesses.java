// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.suppression;

/**
 * Recent accesses that occurred once, so that a second one can begin an interval. Most pairs of
 * process and object of a skewed load occur once, and a slot of {@link IntervalTable} costs them a
 * dozen cache misses. This table costs one or two.
 *
 * <p>The table is a set-associative cache with two ways. A full set forgets its older access, whose
 * record is complete, so only a chance to suppress is lost. An access is also forgotten at a cut of
 * its object, and with age. Cuts share marks by a hash, which may forget too much. Kernel thread
 * only; allocates nothing.
 */
final class SingleAccesses {
  static final int NONE = -1;

  /** Number of modes in this table: reads, writes and loads of code have the lowest codes. */
  static final int MODES = 3;

  private static final int PROCESS = 0;
  private static final int OBJECT = 1;
  private static final int LSN_AND_MODE = 2;
  private static final int BYTES = 3;
  private static final int CLOCK = 4;
  private static final int STRIDE = 5;

  private static final int WAYS = 2;
  private static final int MODE_BITS = 2;
  private static final long MODE_MASK = (1 << MODE_BITS) - 1;
  private static final int CUT_MARKS = 1 << 12;

  private final long[] data;
  private final int setMask;
  private final long[] cutLsns = new long[CUT_MARKS];
  private long forgottenBefore = Long.MIN_VALUE;

  /**
   * Constructs an empty table.
   *
   * @param capacity the number of accesses, rounded up to a power of two
   */
  SingleAccesses(int capacity) {
    int sets = Integer.highestOneBit(Math.max(2, capacity - 1));
    this.setMask = sets - 1;
    this.data = new long[sets * WAYS * STRIDE];
  }

  /** Returns the place of an access for the getters, or NONE. */
  int find(long process, long object, int mode) {
    final long[] fields = data;
    int at = set(process, object);
    for (int way = 0; way < WAYS; way++, at += STRIDE) {
      if (fields[at + PROCESS] == process
          && fields[at + OBJECT] == object
          && (fields[at + LSN_AND_MODE] & MODE_MASK) == mode
          && isKnown(at)) {
        return at;
      }
    }
    return NONE;
  }

  private boolean isKnown(int at) {
    long lsn = lsn(at);
    return lsn > cutLsns[cutMark(data[at + OBJECT])] && data[at + CLOCK] >= forgottenBefore;
  }

  long lsn(int at) {
    return data[at + LSN_AND_MODE] >>> MODE_BITS;
  }

  long bytes(int at) {
    return data[at + BYTES];
  }

  /** Adds an access that {@link #find} does not find, in place of the oldest one of its set. */
  void put(long process, long object, int mode, long lsn, long bytes, long clockNanos) {
    int at = set(process, object);
    if (lsn(at + STRIDE) < lsn(at)) {
      at += STRIDE;
    }
    data[at + PROCESS] = process;
    data[at + OBJECT] = object;
    data[at + LSN_AND_MODE] = (lsn << MODE_BITS) | mode;
    data[at + BYTES] = bytes;
    data[at + CLOCK] = clockNanos;
  }

  void remove(int at) {
    data[at + LSN_AND_MODE] = 0;
  }

  /** Forgets the accesses to an object up to an LSN. */
  void cut(long object, long lsn) {
    cutLsns[cutMark(object)] = lsn;
  }

  /** Forgets all accesses before an instant. */
  void forgetBefore(long clockNanos) {
    forgottenBefore = Math.max(forgottenBefore, clockNanos);
  }

  private int set(long process, long object) {
    long mixed = (process * 0x9E3779B97F4A7C15L + object) * 0xC2B2AE3D27D4EB4FL;
    return ((int) (mixed >>> 32) & setMask) * WAYS * STRIDE;
  }

  private static int cutMark(long object) {
    return (int) ((object * 0x9E3779B97F4A7C15L) >>> 32) & (CUT_MARKS - 1);
  }
}
