package org.colophon.storage.memory;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.storage.common.OperationList;
import org.colophon.storage.common.PlainKinds;

/** An access interval in its current form. */
final class AccessFact {
  /** Identifies an interval, as an INTERVAL record does. */
  record Key(long process, long object, AccessMode mode, long firstLsn) {}

  final Key key;
  private final OperationKind firstKind;
  private final long firstBytes;
  private final long firstNanos;
  long lastLsn;
  long count;
  long bytes;
  long lastNanos;

  private AccessFact(Key key, OperationKind kind, long bytes, long nanos, long lastLsn) {
    this.key = key;
    this.firstKind = kind;
    this.firstBytes = bytes;
    this.firstNanos = nanos;
    this.lastLsn = lastLsn;
    this.count = 1;
    this.bytes = bytes;
    this.lastNanos = nanos;
  }

  static AccessFact of(RecordBatch r) {
    Key key = new Key(r.process(), r.object(), r.operationKind().mode(), r.lsn());
    long lastLsn = r.isOpen() ? Lsn.OPEN : r.lsn();
    return new AccessFact(key, r.operationKind(), r.bytes(), r.timeNanos(), lastLsn);
  }

  /** Creates an interval whose first operation is missing. */
  static AccessFact orphan(Key key) {
    return new AccessFact(key, PlainKinds.of(key.mode), 0, 0, Lsn.OPEN);
  }

  long firstNanos() {
    return firstNanos;
  }

  /** Adds the first operation, and the last, which stands for all that followed the first. */
  void addOperations(OperationList found) {
    found.operation(key.firstLsn, firstKind, key.process, key.object, firstBytes, firstNanos);
    if (count >= 2 && lastLsn != Lsn.OPEN) {
      OperationKind kind = PlainKinds.of(key.mode);
      found.operation(lastLsn, kind, key.process, key.object, bytes - firstBytes, lastNanos);
    }
  }
}
