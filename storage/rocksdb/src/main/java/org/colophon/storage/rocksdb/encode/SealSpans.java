// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import java.util.Arrays;
import org.colophon.core.model.Lsn;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;

/**
 * Encodes what a search in a range of times needs to know of a seal without its facts: its times,
 * what began in it and may last, and what ended in it. One thread.
 */
final class SealSpans {
  private long smallest = Long.MAX_VALUE;
  private long largest = Long.MIN_VALUE;

  /** Processes that ended; a process that is declared again is negative. */
  private long[] processes = new long[64];

  private int size;

  /** Adds a time of any record. */
  void time(long millis) {
    smallest = Math.min(smallest, millis);
    largest = Math.max(largest, millis);
  }

  void ended(long process) {
    add(process);
  }

  void declaredAgain(long process) {
    add(-process);
  }

  private void add(long process) {
    if (size == processes.length) {
      processes = Arrays.copyOf(processes, size * 2);
    }
    processes[size++] = process;
  }

  void clear() {
    smallest = Long.MAX_VALUE;
    largest = Long.MIN_VALUE;
    size = 0;
  }

  /**
   * Writes a value of {@link StoreFormat#SPANS_KEY}.
   *
   * @param maxProcess the largest declared process id
   */
  void encode(RunBuffer runs, long baseLsn, long maxProcess, ByteWriter out) {
    final boolean hasTimes = smallest <= largest;
    out.putByte(hasTimes ? 1 : 0);
    if (hasTimes) {
      out.putSigned(smallest).putVarint(largest - smallest);
    }
    out.putVarint(maxProcess).putVarint(size);
    for (int i = 0; i < size; i++) {
      out.putSigned(processes[i]);
    }
    for (int entry = 0; entry < runs.entries(); entry++) {
      final byte form = runs.entryForm[entry];
      final boolean isOpen = isOpen(runs, entry, form);
      if (isOpen || form == StoreFormat.UPDATE) {
        final int run = runs.entryRun[entry];
        final int head = (form == StoreFormat.UPDATE ? 2 : 0) | (isOpen ? 1 : 0);
        out.putByte(runs.runMode[run] << 2 | head);
        out.putVarint(runs.runProcess[run]).putVarint(runs.runObject[run]);
        out.putSigned(runs.entryLsn[entry] - baseLsn);
      }
    }
  }

  private static boolean isOpen(RunBuffer runs, int entry, byte form) {
    return form == StoreFormat.OPEN
        || (form >= StoreFormat.CLOSED && runs.extentLast[runs.entryExtent[entry]] == Lsn.OPEN);
  }
}
