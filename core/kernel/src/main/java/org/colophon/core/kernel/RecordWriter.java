// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.prune.PrunedIds;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.state.FileStates;
import org.colophon.core.suppression.IntervalOutput;
import org.colophon.core.suppression.StoredAccess;

/**
 * Encodes the records that survive suppression, and counts their operations. Declares pruned ids
 * again at their next use. Kernel thread, except for the pruned ids.
 */
final class RecordWriter implements IntervalOutput {
  private static final int WRITE = OperationKind.WRITE.code();
  private static final int WRITE_MODE = AccessMode.WRITE.code();
  private static final int METADATA = OperationKind.METADATA.code();

  private final RecordEncoder encoder;
  private final FileStates files;
  private long journaled;
  private volatile PrunedIds prunedIds = PrunedIds.NOBODY;

  RecordWriter(RecordEncoder encoder, FileStates files) {
    this.encoder = encoder;
    this.files = files;
  }

  PrunedIds prunedIds() {
    return prunedIds;
  }

  void setPrunedIds(PrunedIds ids) {
    prunedIds = ids;
  }

  /** Returns the number of operations that the records so far stand for. */
  long journaled() {
    return journaled;
  }

  private void count(int operations) {
    journaled += operations;
    encoder.countOperations(operations);
  }

  /** Writes a record that is never suppressed. */
  void write(RecordEvent event, long lsn, long nanos) {
    prunedIds.declareAgain(event, lsn, nanos, encoder);
    switch (event.type) {
      case PROCESS ->
          encoder.process(lsn, nanos, event.process, (ProcessDeclaration) event.payload);
      case OBJECT -> encoder.object(lsn, nanos, event.object, (ObjectDeclaration) event.payload);
      case LINK -> encoder.link(lsn, nanos, event.kind, event.process, event.cause);
      case DERIVATION -> encoder.derivation(lsn, nanos, event.object, event.cause, event.process);
      case BIND, UNBIND ->
          encoder.name(event.type, lsn, nanos, event.process, event.object, event.path);
      case RENAME, EXCHANGE ->
          encoder.move(
              event.type, lsn, nanos, event.process, event.object, event.path, event.toPath);
      case EXTENDED -> extended(event, lsn, nanos);
      case SNAPSHOT -> encoder.snapshot(lsn, nanos, event.label);
      case GAP -> encoder.gap(lsn, nanos, event.process, event.kind, event.amount);
      default -> throw new IllegalStateException("not an operation: " + event.type);
    }
    count(1);
  }

  private void extended(RecordEvent event, long lsn, long nanos) {
    Bytes data = (Bytes) event.payload;
    encoder.extended(lsn, nanos, event.process, event.object, event.label, data);
    if (event.process == 0 && event.label.equals(FileState.TYPE)) {
      files.recorded(event.object, lsn, data);
    }
  }

  void cut(long lsn, long nanos, long process, long object, long beginLsn) {
    prunedIds.declareAgain(process, object, lsn, nanos, encoder);
    encoder.cut(lsn, nanos, process, object, beginLsn);
    files.changed(object, lsn);
    count(1);
  }

  void exit(long lsn, long nanos, long process, int status) {
    prunedIds.declareAgain(process, 0, lsn, nanos, encoder);
    encoder.exit(lsn, nanos, process, status);
    count(1);
  }

  @Override
  public void access(StoredAccess access) {
    long lsn = access.lsn;
    prunedIds.declareAgain(access.process, access.object, lsn, access.timeNanos, encoder);
    encoder.access(
        lsn,
        access.timeNanos,
        access.process,
        access.object,
        access.kind,
        access.isOpen,
        access.bytes);
    if (access.kind == WRITE || access.kind == METADATA) {
      files.changed(access.object, lsn);
    }
    count(access.operations);
  }

  @Override
  public void interval(StoredAccess interval) {
    prunedIds.declareAgain(
        interval.process, interval.object, interval.lsn, interval.timeNanos, encoder);
    encoder.interval(
        interval.lsn,
        interval.timeNanos,
        interval.process,
        interval.object,
        interval.kind,
        interval.firstLsn,
        interval.lastLsn,
        interval.count,
        interval.bytes);
    if (interval.kind == WRITE_MODE) {
      files.changedUntil(interval.object, interval.lastLsn);
    }
    count(interval.operations);
  }
}
