// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import java.util.Arrays;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.storage.common.facts.PlainKinds;
import org.colophon.storage.rocksdb.format.StoreFormat;

/**
 * Operations buffered for a seal, in columns in order of arrival. A run has the operations of one
 * process on one object in one mode. A hash table with open addressing finds it, and each operation
 * has the index of its run. Nothing is allocated per operation.
 *
 * <p>An INTERVAL record extends its ACCESS in place if that is still buffered. Otherwise it becomes
 * an update that readers merge with the open form.
 */
final class RunBuffer {
  private static final int INITIAL_ENTRIES = 1 << 12;
  private static final int NO_ENTRY = -1;
  private static final int MODE_BITS = 3;

  // Runs.
  long[] runProcess = new long[INITIAL_ENTRIES];
  long[] runObject = new long[INITIAL_ENTRIES];
  byte[] runMode = new byte[INITIAL_ENTRIES];
  int[] runEntries = new int[INITIAL_ENTRIES];
  private int[] runInterval = new int[INITIAL_ENTRIES];
  private int runs;
  private int recent;
  private int older;
  private int[] table = new int[INITIAL_ENTRIES * 4];

  // Entries.
  int[] entryRun = new int[INITIAL_ENTRIES];
  long[] entryLsn = new long[INITIAL_ENTRIES];
  long[] entryBytes = new long[INITIAL_ENTRIES];
  long[] entryMillis = new long[INITIAL_ENTRIES];
  byte[] entryKind = new byte[INITIAL_ENTRIES];
  byte[] entryForm = new byte[INITIAL_ENTRIES];
  int[] entryExtent = new int[INITIAL_ENTRIES];
  private int entries;

  // Extents of the entries that are CLOSED or UPDATE.
  long[] extentLast = new long[16];
  long[] extentCount = new long[16];
  long[] extentBytes = new long[16];
  long[] extentMillis = new long[16];
  private int extents;

  int runs() {
    return runs;
  }

  int entries() {
    return entries;
  }

  void clear() {
    Arrays.fill(table, 0);
    runs = 0;
    entries = 0;
    extents = 0;
  }

  /** Adds an ACCESS record, which is a whole interval or the start of an open one. */
  void add(RecordBatch r, long millis) {
    final OperationKind kind = r.operationKind();
    final int run = run(checked(r.process()), checked(r.object()), kind.mode().code());
    final int entry = addEntry(run, r.lsn(), kind.code(), millis);
    entryBytes[entry] = r.bytes();
    entryForm[entry] = r.isOpen() ? StoreFormat.OPEN : StoreFormat.SINGLE;
    runInterval[run] = entry;
  }

  /** Sets the final extent of an interval from an INTERVAL record. */
  void close(RecordBatch r, long millis) {
    final AccessMode mode = r.accessMode();
    final long begin = r.beginLsn();
    final int run = run(checked(r.process()), checked(r.object()), mode.code());
    int entry = runInterval[run];
    if (entry == NO_ENTRY || entryLsn[entry] != begin) {
      entry = addEntry(run, begin, PlainKinds.of(mode).code(), 0);
      entryBytes[entry] = 0;
      entryForm[entry] = StoreFormat.UPDATE;
      entryExtent[entry] = addExtent();
      runInterval[run] = entry;
    } else if (entryForm[entry] < StoreFormat.CLOSED) {
      entryForm[entry] = StoreFormat.CLOSED;
      entryExtent[entry] = addExtent();
    }
    final int extent = entryExtent[entry];
    extentLast[extent] = r.endLsn();
    extentCount[extent] = r.count();
    extentBytes[extent] = r.bytes();
    extentMillis[extent] = millis;
  }

  private static long checked(long id) {
    if (id < 0 || id > GroupSealer.MAX_ID) {
      throw ErrorCode.ADAPTER_FAILED.exception(
          "id %d is out of range; the RocksDB store accepts ids from 0 to %d"
              .formatted(id, GroupSealer.MAX_ID));
    }
    return id;
  }

  private int addEntry(int run, long lsn, int kind, long millis) {
    if (entries == entryRun.length) {
      growEntries();
    }
    final int entry = entries++;
    entryRun[entry] = run;
    entryLsn[entry] = lsn;
    entryKind[entry] = (byte) kind;
    entryMillis[entry] = millis;
    runEntries[run]++;
    return entry;
  }

  private int addExtent() {
    if (extents == extentLast.length) {
      int grown = extents * 2;
      extentLast = Arrays.copyOf(extentLast, grown);
      extentCount = Arrays.copyOf(extentCount, grown);
      extentBytes = Arrays.copyOf(extentBytes, grown);
      extentMillis = Arrays.copyOf(extentMillis, grown);
    }
    return extents++;
  }

  /**
   * Returns the run. Checks the last two runs first, since processes alternate between reads and
   * writes.
   */
  private int run(long process, long object, int mode) {
    if (isRun(recent, process, object, mode)) {
      return recent;
    }
    final int run = isRun(older, process, object, mode) ? older : find(process, object, mode);
    older = recent;
    recent = run;
    return run;
  }

  private boolean isRun(int run, long process, long object, int mode) {
    return run < runs
        && runObject[run] == object
        && runProcess[run] == process
        && runMode[run] == mode;
  }

  private int find(long process, long object, int mode) {
    final int[] slots = table;
    final int mask = slots.length - 1;
    int slot = hash(process, object, mode) & mask;
    for (int found = slots[slot]; found != 0; found = slots[slot]) {
      final int run = found - 1;
      if (isRun(run, process, object, mode)) {
        return run;
      }
      slot = slot + 1 & mask;
    }
    return addRun(process, object, mode, slot);
  }

  /** Computes a Fibonacci hash. Ids are dense, so the upper half of the product is well spread. */
  private static int hash(long process, long object, int mode) {
    long mixed =
        (process * 0x9E3779B97F4A7C15L ^ (object << MODE_BITS | mode)) * 0xBF58476D1CE4E5B9L;
    return (int) (mixed >>> 32);
  }

  private int addRun(long process, long object, int mode, int slot) {
    final int run = runs++;
    if (run == runProcess.length) {
      growRuns();
    }
    runProcess[run] = process;
    runObject[run] = object;
    runMode[run] = (byte) mode;
    runEntries[run] = 0;
    runInterval[run] = NO_ENTRY;
    table[slot] = run + 1;
    if (runs * 2 > table.length) {
      growTable();
    }
    return run;
  }

  private void growTable() {
    table = new int[table.length * 2];
    final int mask = table.length - 1;
    for (int run = 0; run < runs; run++) {
      int slot = hash(runProcess[run], runObject[run], runMode[run]) & mask;
      while (table[slot] != 0) {
        slot = slot + 1 & mask;
      }
      table[slot] = run + 1;
    }
  }

  private void growRuns() {
    int grown = runProcess.length * 2;
    runProcess = Arrays.copyOf(runProcess, grown);
    runObject = Arrays.copyOf(runObject, grown);
    runMode = Arrays.copyOf(runMode, grown);
    runEntries = Arrays.copyOf(runEntries, grown);
    runInterval = Arrays.copyOf(runInterval, grown);
  }

  private void growEntries() {
    int grown = entryRun.length * 2;
    entryRun = Arrays.copyOf(entryRun, grown);
    entryLsn = Arrays.copyOf(entryLsn, grown);
    entryBytes = Arrays.copyOf(entryBytes, grown);
    entryMillis = Arrays.copyOf(entryMillis, grown);
    entryKind = Arrays.copyOf(entryKind, grown);
    entryForm = Arrays.copyOf(entryForm, grown);
    entryExtent = Arrays.copyOf(entryExtent, grown);
  }
}
