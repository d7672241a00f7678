// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import java.util.Arrays;
import java.util.function.Consumer;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.storage.common.facts.PlainKinds;
import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.ColumnCodec;
import org.colophon.storage.rocksdb.format.StoreFormat;

/** Decodes runs of operations. Reuses its columns for each run. One thread. */
public final class RunDecoder {
  private long[] lsns = {};
  private long[] kinds = {};
  private long[] bytes = {};
  private long[] times = {};
  private long[] forms = {};
  private final RunEntry entry = new RunEntry();

  /** Visits every entry of an id in a group, in order of seals. */
  public void forEach(Group group, long id, AccessMode mode, Consumer<RunEntry> visitor) {
    if (group.start(id) == group.end(id)) {
      return;
    }
    final int plainKind = PlainKinds.of(mode).code();
    final ChunkReader chunks = new ChunkReader(group, id);
    while (chunks.hasItem()) {
      readRun(chunks, plainKind, visitor);
    }
  }

  private void readRun(ChunkReader chunk, int plainKind, Consumer<RunEntry> visitor) {
    final ByteReader in = chunk.in;
    final long other = in.getVarint();
    final long header = in.getVarint();
    final int count = Math.toIntExact(header >>> 2);
    final boolean hasForms = (header & 2) != 0;
    ensureCapacity(count);
    lsns[0] = chunk.getLsn();
    decodeSteps(in, lsns, count);
    if ((header & 1) != 0) {
      Arrays.fill(kinds, 0, count, plainKind);
    } else {
      ColumnCodec.decode(in, kinds, 0, count);
    }
    ColumnCodec.decode(in, bytes, 0, count);
    times[0] = in.getVarint();
    decodeSteps(in, times, count);
    if (hasForms) {
      ColumnCodec.decode(in, forms, 0, count);
      visitForms(chunk, other, count, visitor);
    } else {
      visitSingles(chunk, other, count, visitor);
    }
  }

  private static void decodeSteps(ByteReader in, long[] column, int count) {
    if (count > 1) {
      ColumnCodec.decode(in, column, 1, count);
      long value = column[0];
      for (int i = 1; i < count; i++) {
        value += ByteReader.unzigzag(column[i]);
        column[i] = value;
      }
    }
  }

  private void visitSingles(ChunkReader chunk, long other, int count, Consumer<RunEntry> visitor) {
    for (int i = 0; i < count; i++) {
      visitSingle(chunk, other, i, visitor);
    }
  }

  private void visitSingle(ChunkReader chunk, long other, int i, Consumer<RunEntry> visitor) {
    final RunEntry found = begin(chunk, other, i);
    found.form = StoreFormat.SINGLE;
    found.lastLsn = found.firstLsn;
    visitor.accept(found);
  }

  /** Sets all but the form and the last LSN of an entry of one operation. */
  private RunEntry begin(ChunkReader chunk, long other, int i) {
    final RunEntry found = entry;
    found.other = other;
    found.kind = (int) kinds[i];
    found.firstLsn = lsns[i];
    found.firstBytes = bytes[i];
    found.firstNanos = ByteReader.nanosOf(times[i], chunk.baseMillis);
    found.count = 1;
    found.bytes = bytes[i];
    found.lastNanos = found.firstNanos;
    return found;
  }

  private void visitForms(ChunkReader chunk, long other, int count, Consumer<RunEntry> visitor) {
    for (int i = 0; i < count; i++) {
      final int form = (int) forms[i];
      if (form == StoreFormat.SINGLE) {
        visitSingle(chunk, other, i, visitor);
        continue;
      }
      final RunEntry found = begin(chunk, other, i);
      found.form = form;
      found.lastLsn = Lsn.OPEN;
      if (form != StoreFormat.OPEN) {
        readExtent(chunk, found);
      }
      visitor.accept(found);
    }
  }

  private static void readExtent(ChunkReader chunk, RunEntry found) {
    final long lastCode = chunk.in.getVarint();
    if (lastCode != 0) {
      found.lastLsn = found.firstLsn + ByteReader.unzigzag(lastCode - 1);
    }
    found.count = chunk.in.getVarint();
    found.bytes = chunk.in.getVarint();
    found.lastNanos = chunk.getNanos();
  }

  private void ensureCapacity(int count) {
    if (lsns.length < count) {
      int length = Math.max(count, 2 * lsns.length);
      lsns = new long[length];
      kinds = new long[length];
      bytes = new long[length];
      times = new long[length];
      forms = new long[length];
    }
  }
}
