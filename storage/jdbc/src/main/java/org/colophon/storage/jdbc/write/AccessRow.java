package org.colophon.storage.jdbc.write;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.storage.common.PlainKinds;
import org.colophon.storage.jdbc.database.Values;

/** An access interval of a window. */
final class AccessRow {
  /** Identifies an interval, as an INTERVAL record does. */
  record Key(long process, long object, AccessMode mode, long firstLsn) {}

  private final Key key;
  private final OperationKind firstKind;
  private final long firstBytes;
  private final long firstNanos;
  private long lastLsn;
  private long operations = 1;
  private long bytes;
  private long lastNanos;

  private AccessRow(Key key, OperationKind kind, long bytes, long nanos, long lastLsn) {
    this.key = key;
    this.firstKind = kind;
    this.firstBytes = bytes;
    this.firstNanos = nanos;
    this.lastLsn = lastLsn;
    this.bytes = bytes;
    this.lastNanos = nanos;
  }

  static AccessRow of(Key key, RecordBatch r) {
    long last = r.isOpen() ? Lsn.OPEN : r.lsn();
    return new AccessRow(key, r.operationKind(), r.bytes(), r.timeNanos(), last);
  }

  /** Creates an interval whose first operation is in an earlier window, or missing. */
  static AccessRow continued(Key key) {
    return new AccessRow(key, PlainKinds.of(key.mode()), 0, 0, Lsn.OPEN);
  }

  void closeWith(RecordBatch r) {
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
