package org.colophon.testing.contract;

import java.util.ArrayList;
import java.util.List;
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

  private final List<HistoryRecord> records = new ArrayList<>();
  private long nextLsn = 1;
  private long batchFirstLsn = 1;
  private long fixedNanos = -1;

  /** The LSN of the record added last, 0 before the first. */
  public long lastLsn() {
    return nextLsn - 1;
  }

  /** The next record gets this LSN, at least {@link #lastLsn}; a batch may begin there. */
  public RecordBatchBuilder at(long lsn) {
    if (records.isEmpty() && lsn > batchFirstLsn) {
      batchFirstLsn = lsn;
    }
    nextLsn = lsn;
    return this;
  }

  /** The next record gets the same LSN as the last one. */
  public RecordBatchBuilder same() {
    return at(nextLsn - 1);
  }

  /** Fixes the time of further records; a negative time restores a millisecond an LSN. */
  public RecordBatchBuilder time(long nanos) {
    fixedNanos = nanos;
    return this;
  }

  /** Returns the default time of an LSN. */
  public static long timeOf(long lsn) {
    return EPOCH_NANOS + lsn * MILLI;
  }

  /** The records so far as a batch. An empty batch accounts for one LSN. */
  public RecordBatch build() {
    nextLsn = Math.max(nextLsn, batchFirstLsn + 1);
    RecordBatch batch =
        new ListRecordBatch(records, batchFirstLsn, nextLsn - 1, Math.max(1, records.size()));
    records.clear();
    batchFirstLsn = nextLsn;
    return batch;
  }

  public RecordBatchBuilder process(long id, ProcessDeclaration declaration) {
    HistoryRecord added = add(RecordType.PROCESS);
    added.process = id;
    added.processDeclaration = declaration;
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
    HistoryRecord added = add(RecordType.OBJECT);
    added.object = id;
    added.objectDeclaration = declaration;
    return this;
  }

  /** Adds a file and its name at one LSN. */
  public RecordBatchBuilder file(long id, String path) {
    ObjectDeclaration declaration =
        new ObjectDeclaration(ObjectKind.FILE, Bytes.of("o" + id), Bytes.EMPTY);
    return object(id, declaration).same().bind(0, id, path);
  }

  /** One operation that is a whole interval. */
  public RecordBatchBuilder access(OperationKind kind, long process, long object, long bytes) {
    access(kind, process, object, bytes, false);
    return this;
  }

  /** The first operation of an interval that stays open until {@link #interval}. */
  public RecordBatchBuilder open(OperationKind kind, long process, long object, long bytes) {
    access(kind, process, object, bytes, true);
    return this;
  }

  private void access(OperationKind kind, long process, long object, long bytes, boolean open) {
    HistoryRecord added = add(RecordType.ACCESS);
    added.process = process;
    added.object = object;
    added.operationKind = kind;
    added.bytes = bytes;
    added.open = open;
  }

  /** Adds the extent of an open interval. */
  public RecordBatchBuilder interval(
      AccessMode mode,
      long process,
      long object,
      long beginLsn,
      long endLsn,
      long count,
      long bytes) {
    HistoryRecord added = add(RecordType.INTERVAL);
    added.accessMode = mode;
    added.process = process;
    added.object = object;
    added.beginLsn = beginLsn;
    added.endLsn = endLsn;
    added.count = count;
    added.bytes = bytes;
    return this;
  }

  public RecordBatchBuilder link(LinkKind kind, long effect, long cause) {
    HistoryRecord added = add(RecordType.LINK);
    added.process = effect;
    added.cause = cause;
    added.linkKind = kind;
    return this;
  }

  public RecordBatchBuilder derivation(long effect, long cause, long process) {
    HistoryRecord added = add(RecordType.DERIVATION);
    added.object = effect;
    added.cause = cause;
    added.process = process;
    return this;
  }

  /** A cut that took effect at its own LSN. */
  public RecordBatchBuilder cut(long process, long object) {
    return cut(process, object, nextLsn);
  }

  public RecordBatchBuilder cut(long process, long object, long beginLsn) {
    HistoryRecord added = add(RecordType.CUT);
    added.process = process;
    added.object = object;
    added.beginLsn = beginLsn;
    return this;
  }

  public RecordBatchBuilder exit(long process, int status) {
    HistoryRecord added = add(RecordType.EXIT);
    added.process = process;
    added.status = status;
    return this;
  }

  public RecordBatchBuilder bind(long process, long object, Bytes path) {
    name(RecordType.BIND, process, object, path, null);
    return this;
  }

  public RecordBatchBuilder bind(long process, long object, String path) {
    return bind(process, object, Bytes.of(path));
  }

  public RecordBatchBuilder unbind(long process, long object, Bytes path) {
    name(RecordType.UNBIND, process, object, path, null);
    return this;
  }

  public RecordBatchBuilder unbind(long process, String path) {
    return unbind(process, 0, Bytes.of(path));
  }

  public RecordBatchBuilder rename(long process, long object, Bytes from, Bytes to) {
    name(RecordType.RENAME, process, object, from, to);
    return this;
  }

  public RecordBatchBuilder rename(long process, String from, String to) {
    return rename(process, 0, Bytes.of(from), Bytes.of(to));
  }

  public RecordBatchBuilder exchange(long process, Bytes one, Bytes other) {
    name(RecordType.EXCHANGE, process, 0, one, other);
    return this;
  }

  public RecordBatchBuilder exchange(long process, String one, String other) {
    return exchange(process, Bytes.of(one), Bytes.of(other));
  }

  private void name(RecordType type, long process, long object, Bytes path, Bytes toPath) {
    HistoryRecord added = add(type);
    added.process = process;
    added.object = object;
    added.path = path;
    added.toPath = toPath;
  }

  public RecordBatchBuilder extended(long process, long object, String label, Bytes data) {
    HistoryRecord added = add(RecordType.EXTENDED);
    added.process = process;
    added.object = object;
    added.label = label;
    added.data = data;
    return this;
  }

  public RecordBatchBuilder snapshot(String name) {
    add(RecordType.SNAPSHOT).label = name;
    return this;
  }

  public RecordBatchBuilder gap(long process, GapCause cause, long count) {
    HistoryRecord added = add(RecordType.GAP);
    added.process = process;
    added.gapCause = cause;
    added.count = count;
    return this;
  }

  private HistoryRecord add(RecordType type) {
    long lsn = nextLsn++;
    long time = fixedNanos < 0 ? timeOf(lsn) : fixedNanos;
    HistoryRecord added = new HistoryRecord(type, lsn, time);
    records.add(added);
    return added;
  }
}
