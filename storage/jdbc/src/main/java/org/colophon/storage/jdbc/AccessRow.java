package org.colophon.storage.jdbc;

import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.RecordBatch;

/** An access interval of a window, in the form that is known when the window is written. */
final class AccessRow {
  private final AccessKey key;
  private final OperationKind firstKind;
  private final long firstBytes;
  private final long firstNanos;
  private long lastLsn;
  private long operations = 1;
  private long bytes;
  private long lastNanos;

  private AccessRow(AccessKey key, OperationKind kind, long bytes, long nanos, long lastLsn) {
    this.key = key;
    this.firstKind = kind;
    this.firstBytes = bytes;
    this.firstNanos = nanos;
    this.lastLsn = lastLsn;
    this.bytes = bytes;
    this.lastNanos = nanos;
  }

  static AccessRow of(AccessKey key, RecordBatch r) {
    long last = r.isOpen() ? Lsn.OPEN : r.lsn();
    return new AccessRow(key, r.operationKind(), r.bytes(), r.timeNanos(), last);
  }

  /** An interval whose first operation is in an earlier window, or never came. */
  static AccessRow continued(AccessKey key) {
    return new AccessRow(key, PlainKinds.of(key.mode()), 0, 0, Lsn.OPEN);
  }

  void amountsTo(RecordBatch r) {
    lastLsn = r.endLsn();
    operations = r.count();
    bytes = r.bytes();
    lastNanos = r.timeNanos();
  }

  Object[] inserted() {
    return new Object[] {
      key.process(),
      key.object(),
      Values.word(key.mode()),
      key.firstLsn(),
      Values.lsn(lastLsn),
      operations,
      bytes,
      Values.known(firstNanos),
      Values.known(lastNanos),
      Values.word(firstKind),
      firstBytes
    };
  }

  Object[] updated() {
    return new Object[] {
      Values.lsn(lastLsn),
      operations,
      bytes,
      Values.known(lastNanos),
      key.process(),
      key.object(),
      Values.word(key.mode()),
      key.firstLsn()
    };
  }
}
