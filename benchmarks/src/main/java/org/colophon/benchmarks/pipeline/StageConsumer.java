package org.colophon.benchmarks.pipeline;

import org.colophon.benchmarks.workload.RecordConsumer;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.RecordEncoder;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.suppression.IntervalOutput;
import org.colophon.core.suppression.Suppressor;

/**
 * The work of the kernel's thread, without the ring: suppress, and with a journal, encode and write
 * a frame now and then.
 */
final class StageConsumer implements RecordConsumer, IntervalOutput {
  private static final int FRAME_BYTES = 1 << 18;
  private static final int MAX_OPEN_INTERVALS = 1 << 16;

  private final Suppressor suppressor = new Suppressor(MAX_OPEN_INTERVALS, this);
  private final boolean isKeepingAll;
  private final Journal journal;
  private final RecordEncoder encoder;
  private long lastLsn;
  private long processes;
  private long objects;
  private long passedOn;
  private long exits;

  /**
   * @param journal null to throw away what survives
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
    suppressor.access(
        lsn, timeNanos, process, object, kind.code(), Phase.WHOLE.code(), bytes, isKeepingAll);
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
  public void access(
      long lsn,
      long timeNanos,
      long process,
      long object,
      int kind,
      boolean open,
      long bytes,
      int operations) {
    passedOn += operations;
    if (encoder != null) {
      encoder.access(lsn, timeNanos, process, object, kind, open, bytes);
      encoder.countOperations(operations);
    }
  }

  @Override
  public void interval(
      long lsn,
      long timeNanos,
      long process,
      long object,
      int mode,
      long firstLsn,
      long endLsn,
      long count,
      long bytes,
      int operations) {
    passedOn += operations;
    if (encoder != null) {
      encoder.interval(lsn, timeNanos, process, object, mode, firstLsn, endLsn, count, bytes);
      encoder.countOperations(operations);
    }
  }

  private void writeFrame() {
    journal.writeFrame(lastLsn, processes + 1, objects + 1, false);
  }
}
