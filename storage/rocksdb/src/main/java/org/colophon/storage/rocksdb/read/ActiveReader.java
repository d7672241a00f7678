// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.ActiveIds;
import org.colophon.storage.rocksdb.damage.Cursor;
import org.colophon.storage.rocksdb.database.Reads;
import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ids that may be active in a range of times. Reads a short value of each seal, and the
 * groups of the seals whose times overlap the range. An activity that spans seals counts if any
 * seal from its begin to its end overlaps, so the order of times does not matter. One call.
 */
public final class ActiveReader {
  private final Reads reads;
  private final long sinceMillis;
  private final long untilMillis;
  private final List<Long> seals = new ArrayList<>();

  /** For each seal, the number of seals before it that have a time in or before the range. */
  private final List<Integer> early = new ArrayList<>(List.of(0));

  /** The same for times in or after the range. */
  private final List<Integer> late = new ArrayList<>(List.of(0));

  private final List<Long> maxProcesses = new ArrayList<>();

  private final BitSet processes = new BitSet();
  private final BitSet objects = new BitSet();
  private final BitSet endedProcesses = new BitSet();
  private final Map<Access, Integer> open = new HashMap<>();
  private long earlierSmallest = 0;
  private long earlierLargest = 0;

  private record Access(int mode, long process, long object, long firstLsn) {}

  /**
   * @param sinceMillis the first time of the range
   * @param untilMillis the last time of the range
   */
  public ActiveReader(Reads reads, long sinceMillis, long untilMillis) {
    this.reads = reads;
    this.sinceMillis = sinceMillis;
    this.untilMillis = untilMillis;
  }

  /** Returns the ids; null if a seal has no such value. Called once. */
  public @Nullable ActiveIds find() {
    long firstTimes = reads.scan(StoreFormat.META, this::read);
    if (firstTimes < (seals.isEmpty() ? Lsn.LATEST : seals.get(0))) {
      return null; // seals of unreleased versions have times only
    }
    addLasting();
    for (int seal = 0; seal < seals.size(); seal++) {
      if (overlaps(seal, seal)) {
        addGroups(seals.get(seal));
      }
    }
    return new ActiveIds(processes, objects);
  }

  /** Reads the seals. Returns the first one that has times. */
  private long read(Cursor cursor) {
    cursor.seek(StoreFormat.key(StoreFormat.SPANS_KEY, 0));
    while (isIn(cursor, StoreFormat.SPANS_KEY)) {
      addSeal(ByteReader.longAt(cursor.key(), 1), new ByteReader(cursor.value()));
      cursor.next();
    }
    cursor.seek(StoreFormat.key(StoreFormat.TIME_KEY, 0));
    return isIn(cursor, StoreFormat.TIME_KEY) ? ByteReader.longAt(cursor.key(), 1) : Lsn.LATEST;
  }

  private static boolean isIn(Cursor cursor, byte range) {
    return cursor.isValid() && cursor.key()[0] == range;
  }

  private void addSeal(long sealLsn, ByteReader in) {
    final int seal = seals.size();
    seals.add(sealLsn);
    addTimes(in);
    maxProcesses.add(in.getVarint());
    final long count = in.getVarint();
    for (long i = 0; i < count; i++) {
      addProcess(in.getSigned(), seal);
    }
    while (in.remaining() > 0) {
      addAccess(in, sealLsn, seal);
    }
  }

  /** A record without a time has that of an earlier record, so the times of two seals count. */
  private void addTimes(ByteReader in) {
    long smallest = earlierSmallest;
    long largest = earlierLargest;
    if (in.getByte() != 0) {
      final long own = in.getSigned();
      final long ownLargest = own + in.getVarint();
      smallest = Math.min(smallest, own);
      largest = Math.max(largest, ownLargest);
      earlierSmallest = own;
      earlierLargest = ownLargest;
    }
    early.add(early.get(early.size() - 1) + (smallest <= untilMillis ? 1 : 0));
    late.add(late.get(late.size() - 1) + (largest >= sinceMillis ? 1 : 0));
  }

  /** Returns whether the times from one seal to another overlap the range. */
  private boolean overlaps(int first, int last) {
    return early.get(last + 1) > early.get(first) && late.get(last + 1) > late.get(first);
  }

  /** Returns the seal in which a process was declared, or one before it. */
  private int sealOfProcess(long process) {
    int at = Collections.binarySearch(maxProcesses, process);
    if (at < 0) {
      return -at - 1;
    }
    while (at > 0 && maxProcesses.get(at - 1) == process) {
      at--;
    }
    return at;
  }

  /** Returns the seal of an LSN; the first one if the LSN is before it. */
  private int sealOf(long lsn) {
    int at = Collections.binarySearch(seals, lsn);
    return Math.max(0, at < 0 ? -at - 2 : at);
  }

  /** Adds the end of a process. A negative number is a process that was declared again. */
  private void addProcess(long process, int seal) {
    if (process < 0) {
      processes.set(Math.toIntExact(-process));
    } else if (process <= maxProcesses.get(seal)) {
      endedProcesses.set(Math.toIntExact(process));
      if (overlaps(sealOfProcess(process), seal)) {
        processes.set(Math.toIntExact(process));
      }
    }
  }

  private void addAccess(ByteReader in, long sealLsn, int seal) {
    final int head = in.getByte();
    final Access access =
        new Access(head >>> 2, in.getVarint(), in.getVarint(), sealLsn + in.getSigned());
    final int first = sealOf(access.firstLsn);
    if ((head & 2) != 0 && overlaps(first, seal)) {
      objects.set(Math.toIntExact(access.object));
    }
    if ((head & 1) != 0) {
      open.put(access, first);
    } else {
      open.remove(access);
    }
  }

  /** Adds the accesses and processes without an end. They last until now. */
  private void addLasting() {
    open.forEach(
        (access, seal) -> {
          if (early.get(seal + 1) > early.get(seal)) {
            objects.set(Math.toIntExact(access.object));
          }
        });
    final long last = maxProcesses.isEmpty() ? 0 : maxProcesses.get(maxProcesses.size() - 1);
    final int allEarly = early.get(early.size() - 1);
    int seal = 0;
    for (int process = 1; process <= last; process++) {
      while (maxProcesses.get(seal) < process) {
        seal++;
      }
      if (!endedProcesses.get(process) && allEarly > early.get(seal)) {
        processes.set(process);
      }
    }
  }

  private void addGroups(long sealLsn) {
    final byte[] value =
        reads.get(StoreFormat.META, StoreFormat.key(StoreFormat.GROUPS_KEY, sealLsn));
    if (value == null) {
      return; // only if it is damaged
    }
    final ByteReader in = new ByteReader(value);
    long group = 0;
    while (in.remaining() > 0) {
      group += in.getVarint();
      final int first = Math.toIntExact(group << StoreFormat.GROUP_BITS);
      objects.set(first, Math.addExact(first, StoreFormat.GROUP_SIZE));
    }
  }
}
