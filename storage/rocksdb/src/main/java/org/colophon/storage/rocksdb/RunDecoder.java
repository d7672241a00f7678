package org.colophon.storage.rocksdb;

import java.util.Arrays;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;

/** Reads what {@link RunEncoder} wrote. One thread; keeps its columns from run to run. */
final class RunDecoder {
  private long[] lsns = new long[64];
  private long[] kinds = new long[64];
  private long[] bytes = new long[64];
  private long[] times = new long[64];
  private long[] forms = new long[64];

  /** Visits every entry of an id in a group of runs, in order of seals. */
  void forEach(Group group, long id, AccessMode mode, EntryVisitor visitor) {
    if (group.start(id) == group.end(id)) {
      return;
    }
    final int plainKind = PlainKinds.of(mode).code();
    final ChunkReader chunks = new ChunkReader(group, id);
    while (chunks.next()) {
      while (chunks.hasItem()) {
        readRun(chunks, plainKind, visitor);
      }
    }
  }

  private void readRun(ChunkReader chunk, int plainKind, EntryVisitor visitor) {
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

  private void visitSingles(ChunkReader chunk, long other, int count, EntryVisitor visitor) {
    for (int i = 0; i < count; i++) {
      visitSingle(chunk, other, i, visitor);
    }
  }

  private void visitSingle(ChunkReader chunk, long other, int i, EntryVisitor visitor) {
    final long lsn = lsns[i];
    final long size = bytes[i];
    final long nanos = ByteReader.nanosOf(times[i], chunk.baseMillis);
    visitor.entry(other, (int) kinds[i], lsn, size, nanos, RunBuffer.SINGLE, lsn, 1, size, nanos);
  }

  private void visitForms(ChunkReader chunk, long other, int count, EntryVisitor visitor) {
    for (int i = 0; i < count; i++) {
      final int form = (int) forms[i];
      if (form == RunBuffer.SINGLE) {
        visitSingle(chunk, other, i, visitor);
      } else if (form == RunBuffer.OPEN) {
        final long nanos = ByteReader.nanosOf(times[i], chunk.baseMillis);
        visitor.entry(
            other, (int) kinds[i], lsns[i], bytes[i], nanos, form, Lsn.OPEN, 1, bytes[i], nanos);
      } else {
        visitExtent(chunk, other, i, visitor);
      }
    }
  }

  private void visitExtent(ChunkReader chunk, long other, int i, EntryVisitor visitor) {
    final ByteReader in = chunk.in;
    final long first = lsns[i];
    final long lastCode = in.getVarint();
    final long last = lastCode == 0 ? Lsn.OPEN : first + ByteReader.unzigzag(lastCode - 1);
    final long operations = in.getVarint();
    final long total = in.getVarint();
    final long lastNanos = chunk.getNanos();
    final long firstNanos = ByteReader.nanosOf(times[i], chunk.baseMillis);
    visitor.entry(
        other,
        (int) kinds[i],
        first,
        bytes[i],
        firstNanos,
        (int) forms[i],
        last,
        operations,
        total,
        lastNanos);
  }

  private void ensureCapacity(int count) {
    if (lsns.length < count) {
      lsns = new long[count];
      kinds = new long[count];
      bytes = new long[count];
      times = new long[count];
      forms = new long[count];
    }
  }
}
