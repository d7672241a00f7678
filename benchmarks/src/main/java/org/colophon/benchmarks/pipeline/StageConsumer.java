package org.colophon.benchmarks.pipeline;

import org.colophon.benchmarks.workload.RecordConsumer;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.suppression.IntervalOutput;
import org.colophon.core.suppression.StoredAccess;
import org.colophon.core.suppression.Suppressor;

/**
 * Does the work of the kernel's thread without the ring: suppresses, and with a journal also
 * encodes and writes frames.
 */
final class StageConsumer implements RecordConsumer, IntervalOutput {
  private static final int FRAME_BYTES = 1 << 18;
  private static final int MAX_OPEN_INTERVALS = 1 << 16;

  private final Suppressor suppressor = new Suppressor(MAX_OPEN_INTERVALS, this);
  private final RecordEvent event = new RecordEvent();
  private final boolean isKeepingAll;
  private final Journal journal;
  private final RecordEncoder encoder;
  private long lastLsn;
  private long processes;
  private long objects;
  private long passedOn;
  private long exits;

  /**
   * @param journal null to discard the surviving operations
   */
  StageConsumer(boolean isKeepingAll, Journal journal) {
    this.isKeepingAll = isKeepingAll;
    this.journal = journal;
    this.encoder = journal == null ? null : journal.encoder();
  }

  /** Operations suppressed or passed on. */
  long accounted() {
    return suppressor.suppressed() + passedOn + exits;
  }

  /** Ends everything that is open and writes the last frame; returns its LSN. */
  long finish() {
    suppressor.closeAll(lastLsn);
    writeFrame();
    journal.accounted(lastLsn, true);
    return lastLsn;
  }

  @Override
  public void operation(
      long lsn, long process, long object, OperationKind kind, long bytes, long timeNanos) {
    lastLsn = lsn;
    event.begin(RecordType.ACCESS, timeNanos);
    event.process = process;
    event.object = object;
    event.kind = kind.code();
    event.phase = Phase.WHOLE.code();
    event.amount = bytes;
    event.keepAll = isKeepingAll;
    suppressor.access(event, lsn, timeNanos);
    if (encoder != null && encoder.payloadBytes() >= FRAME_BYTES) {
      writeFrame();
    }
  }

  @Override
  public void exit(long lsn, long process, int status, long timeNanos) {
    lastLsn = lsn;
    exits++;
    suppressor.closeProcess(process, lsn, timeNanos);
    if (encoder != null) {
      encoder.exit(lsn, timeNanos, process, status);
      encoder.countOperations(1);
    }
  }

  @Override
  public void process(long lsn, long process, ProcessDeclaration declaration, long timeNanos) {
    processes = process;
    if (encoder != null) {
      encoder.process(lsn + 1, timeNanos, process, declaration);
    }
  }

  @Override
  public void object(long lsn, long object, ObjectDeclaration declaration, long timeNanos) {
    objects = object;
    if (encoder != null) {
      encoder.object(lsn + 1, timeNanos, object, declaration);
    }
  }

  @Override
  public void bind(long lsn, long process, Bytes path, long object, long timeNanos) {
    if (encoder != null) {
      encoder.name(RecordType.BIND, lsn + 1, timeNanos, process, object, path);
    }
  }

  @Override
  public void access(StoredAccess access) {
    passedOn += access.operations;
    if (encoder != null) {
      encoder.access(
          access.lsn,
          access.timeNanos,
          access.process,
          access.object,
          access.kind,
          access.isOpen,
          access.bytes);
      encoder.countOperations(access.operations);
    }
  }

  @Override
  public void interval(StoredAccess interval) {
    passedOn += interval.operations;
    if (encoder != null) {
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
      encoder.countOperations(interval.operations);
    }
  }

  private void writeFrame() {
    journal.writeFrame(lastLsn, processes + 1, objects + 1, false);
  }
}
