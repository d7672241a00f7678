// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.storage.common.facts.PlainKinds;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.ColumnCodec;
import org.colophon.storage.rocksdb.format.StoreFormat;

/**
 * Encodes the runs of a {@link RunBuffer} column by column, each run once. Both directions of the
 * store copy the same bytes.
 *
 * <pre>
 * n * 4 + has forms * 2 + plain kinds
 * first LSN - base | LSN steps | kinds unless plain | bytes | first time | time steps
 * if it has forms: forms, and for each closed one: last LSN, count, bytes, time
 * </pre>
 */
final class RunEncoder {
  private final ByteWriter out = new ByteWriter(1 << 16);
  private int[] order = new int[0];
  private int[] ends = new int[0];
  private int[] bodies = new int[1];
  private long[] firstUpdates = new long[0];
  private long[] column = new long[64];

  /** Encodes every run. The results are valid until the next call. */
  void encode(RunBuffer buffer, long baseLsn, long baseMillis) {
    sortByRun(buffer);
    out.clear();
    final int runs = buffer.runs();
    int from = 0;
    for (int run = 0; run < runs; run++) {
      bodies[run] = out.size();
      firstUpdates[run] = encodeRun(buffer, run, from, ends[run], baseLsn, baseMillis);
      from = ends[run];
    }
    bodies[runs] = out.size();
  }

  /**
   * Returns the LSN at which the oldest interval began that a run updates; {@link Lsn#OPEN} if it
   * updates none.
   */
  long firstUpdate(int run) {
    return firstUpdates[run];
  }

  void copyBody(int run, ByteWriter target) {
    target.putRaw(out.data(), bodies[run], bodies[run + 1] - bodies[run]);
  }

  /** Groups the entries by run with a counting sort, which keeps their order. */
  private void sortByRun(RunBuffer buffer) {
    final int runs = buffer.runs();
    final int entries = buffer.entries();
    ensureCapacity(runs, entries);
    int total = 0;
    for (int run = 0; run < runs; run++) {
      ends[run] = total;
      total += buffer.runEntries[run];
    }
    final int[] entryRun = buffer.entryRun;
    final int[] places = order;
    final int[] next = ends;
    for (int entry = 0; entry < entries; entry++) {
      places[next[entryRun[entry]]++] = entry;
    }
  }

  private void ensureCapacity(int runs, int entries) {
    if (order.length < entries) {
      order = new int[entries];
    }
    if (ends.length < runs) {
      ends = new int[runs * 2];
      bodies = new int[runs * 2 + 1];
      firstUpdates = new long[runs * 2];
    }
  }

  private long encodeRun(
      RunBuffer buffer, int run, int from, int to, long baseLsn, long baseMillis) {
    final int count = to - from;
    if (column.length < count) {
      column = new long[count * 2];
    }
    final byte plain = (byte) PlainKinds.of(AccessMode.of(buffer.runMode[run])).code();
    int forms = 0;
    int unusualKinds = 0;
    long firstUpdate = Lsn.OPEN;
    for (int i = from; i < to; i++) {
      final int entry = order[i];
      final byte form = buffer.entryForm[entry];
      forms |= form;
      if (form == StoreFormat.UPDATE) {
        firstUpdate = Math.min(firstUpdate, buffer.entryLsn[entry]);
      }
      unusualKinds |= buffer.entryKind[entry] ^ plain;
    }
    out.putVarint((long) count << 2 | (forms != 0 ? 2 : 0) | (unusualKinds == 0 ? 1 : 0));
    encodeLsns(buffer, from, to, baseLsn);
    if (unusualKinds != 0) {
      encodeKinds(buffer, from, to);
    }
    encodeBytes(buffer, from, to);
    encodeTimes(buffer, from, to, baseMillis);
    if (forms != 0) {
      encodeForms(buffer, from, to, baseMillis);
    }
    return firstUpdate;
  }

  private void encodeLsns(RunBuffer buffer, int from, int to, long baseLsn) {
    final long[] lsns = buffer.entryLsn;
    long previous = lsns[order[from]];
    out.putSigned(previous - baseLsn);
    for (int i = from + 1; i < to; i++) {
      final long lsn = lsns[order[i]];
      column[i - from - 1] = ByteWriter.zigzag(lsn - previous);
      previous = lsn;
    }
    encodeColumn(to - from - 1);
  }

  private void encodeKinds(RunBuffer buffer, int from, int to) {
    for (int i = from; i < to; i++) {
      column[i - from] = buffer.entryKind[order[i]];
    }
    encodeColumn(to - from);
  }

  private void encodeBytes(RunBuffer buffer, int from, int to) {
    final long[] bytes = buffer.entryBytes;
    for (int i = from; i < to; i++) {
      column[i - from] = bytes[order[i]];
    }
    encodeColumn(to - from);
  }

  private void encodeTimes(RunBuffer buffer, int from, int to, long baseMillis) {
    final long[] millis = buffer.entryMillis;
    long previous = ByteWriter.timeCode(millis[order[from]], baseMillis);
    out.putVarint(previous);
    for (int i = from + 1; i < to; i++) {
      final long code = ByteWriter.timeCode(millis[order[i]], baseMillis);
      column[i - from - 1] = ByteWriter.zigzag(code - previous);
      previous = code;
    }
    encodeColumn(to - from - 1);
  }

  private void encodeForms(RunBuffer buffer, int from, int to, long baseMillis) {
    for (int i = from; i < to; i++) {
      column[i - from] = buffer.entryForm[order[i]];
    }
    encodeColumn(to - from);
    for (int i = from; i < to; i++) {
      final int entry = order[i];
      if (buffer.entryForm[entry] >= StoreFormat.CLOSED) {
        encodeExtent(buffer, buffer.entryExtent[entry], buffer.entryLsn[entry], baseMillis);
      }
    }
  }

  private void encodeExtent(RunBuffer buffer, int extent, long first, long baseMillis) {
    final long last = buffer.extentLast[extent];
    out.putVarint(last == Lsn.OPEN ? 0 : ByteWriter.zigzag(last - first) + 1);
    out.putVarint(buffer.extentCount[extent]);
    out.putVarint(buffer.extentBytes[extent]);
    out.putMillis(buffer.extentMillis[extent], baseMillis);
  }

  private void encodeColumn(int count) {
    if (count > 0) {
      ColumnCodec.encode(column, 0, count, out);
    }
  }
}
