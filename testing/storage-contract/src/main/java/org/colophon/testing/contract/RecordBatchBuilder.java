// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.contract;

import java.util.Arrays;
import java.util.List;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;

/**
 * Builds histories by hand. Each call adds one record at the next LSN. {@link #build} returns the
 * records so far as a batch.
 *
 * <pre>{@code
 * RecordBatchBuilder history = new RecordBatchBuilder();
 * adapter.append(history.process(1, "cc").file(1, "/a.c").access(READ, 1, 1, 100).build());
 * }</pre>
 */
public final class RecordBatchBuilder {
  /** The time of LSN 0 unless {@link #time} says otherwise; each LSN is a millisecond later. */
  public static final long EPOCH_NANOS = 1_700_000_000_000_000_000L;

  private static final long MILLI = 1_000_000L;

  private final RecordEncoder records = new RecordEncoder();
  private int count;
  private long nextLsn = 1;
  private long batchFirstLsn = 1;
  private long fixedNanos = -1;

  /** Begins a history at the first LSN. */
  public RecordBatchBuilder() {
    records.reset(batchFirstLsn);
  }

  /** Returns the LSN of the record added last, 0 before the first. */
  public long lastLsn() {
    return nextLsn - 1;
  }

  /** Sets the LSN of the next record, at least {@link #lastLsn}. A batch may begin there. */
  public RecordBatchBuilder at(long lsn) {
    if (records.isEmpty() && lsn > batchFirstLsn) {
      batchFirstLsn = lsn;
      records.reset(lsn);
    }
    nextLsn = lsn;
    return this;
  }

  /** Sets the LSN of the next record to that of the last one. */
  public RecordBatchBuilder same() {
    return at(nextLsn - 1);
  }

  /** Fixes the time of further records; a negative time restores one millisecond for each LSN. */
  public RecordBatchBuilder time(long nanos) {
    fixedNanos = nanos;
    return this;
  }

  /** Returns the default time of an LSN. */
  public static long timeOf(long lsn) {
    return EPOCH_NANOS + lsn * MILLI;
  }

  /** Returns the records so far as a batch. An empty batch takes one LSN. */
  public RecordBatch build() {
    return cursor(buildFrame());
  }

  /** Same as {@link #build}, but returns a frame for any number of cursors. */
  byte[] buildFrame() {
    nextLsn = Math.max(nextLsn, batchFirstLsn + 1);
    records.countOperations(Math.max(1, count));
    int length = records.finish(nextLsn - 1, 0, 0, false, 0);
    byte[] frame = Arrays.copyOf(records.frame(), length);
    count = 0;
    batchFirstLsn = nextLsn;
    records.reset(batchFirstLsn);
    return frame;
  }

  /** Returns a cursor before the first record of a frame. */
  static RecordBatch cursor(byte[] frame) {
    RecordDecoder cursor = new RecordDecoder();
    cursor.reset(frame, 0);
    return cursor;
  }

  public RecordBatchBuilder process(long id, ProcessDeclaration declaration) {
    records.process(takeLsn(), nanos(), id, declaration);
    return this;
  }

  /** Adds a process with its id as pid and identity. */
  public RecordBatchBuilder process(long id, String executable) {
    Bytes program = Bytes.of(executable);
    return process(
        id,
        new ProcessDeclaration(
            Bytes.of("p" + id), id, program, List.of(program), Bytes.of("/work"), timeOf(nextLsn)));
  }

  public RecordBatchBuilder object(long id, ObjectDeclaration declaration) {
    records.object(takeLsn(), nanos(), id, declaration);
    return this;
  }

  /** Adds a file and its name at one LSN. */
  public RecordBatchBuilder file(long id, String path) {
    ObjectDeclaration declaration =
        new ObjectDeclaration(ObjectKind.FILE, Bytes.of("o" + id), Bytes.EMPTY);
    return object(id, declaration).same().bind(0, id, path);
  }

  /** Adds one operation that is a whole interval. */
  public RecordBatchBuilder access(OperationKind kind, long process, long object, long bytes) {
    access(kind, process, object, bytes, false);
    return this;
  }

  /** Adds the first operation of an interval that stays open until {@link #interval}. */
  public RecordBatchBuilder open(OperationKind kind, long process, long object, long bytes) {
    access(kind, process, object, bytes, true);
    return this;
  }

  private void access(OperationKind kind, long process, long object, long bytes, boolean open) {
    records.access(takeLsn(), nanos(), process, object, kind.code(), open, bytes);
  }

  /** Adds the extent of an open interval. */
  public RecordBatchBuilder interval(
      AccessMode mode,
      long process,
      long object,
      long beginLsn,
      long endLsn,
      long operations,
      long bytes) {
    records.interval(
        takeLsn(), nanos(), process, object, mode.code(), beginLsn, endLsn, operations, bytes);
    return this;
  }

  public RecordBatchBuilder link(LinkKind kind, long effect, long cause) {
    records.link(takeLsn(), nanos(), kind.code(), effect, cause);
    return this;
  }

  public RecordBatchBuilder derivation(long effect, long cause, long process) {
    records.derivation(takeLsn(), nanos(), effect, cause, process);
    return this;
  }

  /** Adds a cut that took effect at its own LSN. */
  public RecordBatchBuilder cut(long process, long object) {
    return cut(process, object, nextLsn);
  }

  public RecordBatchBuilder cut(long process, long object, long beginLsn) {
    records.cut(takeLsn(), nanos(), process, object, beginLsn);
    return this;
  }

  public RecordBatchBuilder exit(long process, int status) {
    records.exit(takeLsn(), nanos(), process, status);
    return this;
  }

  public RecordBatchBuilder bind(long process, long object, Bytes path) {
    records.name(RecordType.BIND, takeLsn(), nanos(), process, object, path);
    return this;
  }

  public RecordBatchBuilder bind(long process, long object, String path) {
    return bind(process, object, Bytes.of(path));
  }

  public RecordBatchBuilder unbind(long process, long object, Bytes path) {
    records.name(RecordType.UNBIND, takeLsn(), nanos(), process, object, path);
    return this;
  }

  public RecordBatchBuilder unbind(long process, String path) {
    return unbind(process, 0, Bytes.of(path));
  }

  public RecordBatchBuilder rename(long process, long object, Bytes from, Bytes to) {
    records.move(RecordType.RENAME, takeLsn(), nanos(), process, object, from, to);
    return this;
  }

  public RecordBatchBuilder rename(long process, String from, String to) {
    return rename(process, 0, Bytes.of(from), Bytes.of(to));
  }

  public RecordBatchBuilder exchange(long process, Bytes one, Bytes other) {
    records.move(RecordType.EXCHANGE, takeLsn(), nanos(), process, 0, one, other);
    return this;
  }

  public RecordBatchBuilder exchange(long process, String one, String other) {
    return exchange(process, Bytes.of(one), Bytes.of(other));
  }

  public RecordBatchBuilder extended(long process, long object, String label, Bytes data) {
    records.extended(takeLsn(), nanos(), process, object, label, data);
    return this;
  }

  public RecordBatchBuilder snapshot(String name) {
    records.snapshot(takeLsn(), nanos(), name);
    return this;
  }

  public RecordBatchBuilder gap(long process, GapCause cause, long lostCount) {
    records.gap(takeLsn(), nanos(), process, cause.code(), lostCount);
    return this;
  }

  private long takeLsn() {
    count++;
    return nextLsn++;
  }

  /** Returns the time of the LSN that was assigned last. */
  private long nanos() {
    return fixedNanos < 0 ? timeOf(lastLsn()) : fixedNanos;
  }
}
