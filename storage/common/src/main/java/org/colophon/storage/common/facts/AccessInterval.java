// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common.facts;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.visitor.AccessVisitor;

/** An access interval in its current form. Its end changes when a later record reports it. */
public final class AccessInterval {
  /** Identifies an interval, as an INTERVAL record does. */
  public record Key(long process, long object, AccessMode mode, long firstLsn) {}

  public final Key key;
  public final OperationKind firstKind;
  public final long firstBytes;
  public final long firstNanos;

  /** LSN of the last operation; {@link Lsn#OPEN} for an open interval. */
  public long lastLsn;

  public long count = 1;
  public long bytes;
  public long lastNanos;

  /** Creates an interval of one operation. */
  public AccessInterval(Key key, OperationKind kind, long bytes, long nanos, long lastLsn) {
    this.key = key;
    this.firstKind = kind;
    this.firstBytes = bytes;
    this.firstNanos = nanos;
    this.lastLsn = lastLsn;
    this.bytes = bytes;
    this.lastNanos = nanos;
  }

  /** Creates an interval from an ACCESS record. */
  public static AccessInterval of(RecordBatch r) {
    OperationKind kind = r.operationKind();
    return new AccessInterval(
        new Key(r.process(), r.object(), kind.mode(), r.lsn()),
        kind,
        r.bytes(),
        r.timeNanos(),
        r.isOpen() ? Lsn.OPEN : r.lsn());
  }

  /** Creates an interval whose first operation is stored already, or missing. */
  public static AccessInterval continued(Key key) {
    return new AccessInterval(key, PlainKinds.of(key.mode), 0, 0, Lsn.OPEN);
  }

  /** Returns the key of the interval that an INTERVAL record closes. */
  public static Key keyOf(RecordBatch r) {
    return new Key(r.process(), r.object(), r.accessMode(), r.beginLsn());
  }

  /** Sets the end, count and bytes from an INTERVAL record. */
  public void closeWith(RecordBatch r) {
    close(r.endLsn(), r.count(), r.bytes(), r.timeNanos());
  }

  /** Sets the end, count and bytes. */
  public void close(long newLastLsn, long newCount, long newBytes, long newLastNanos) {
    lastLsn = newLastLsn;
    count = newCount;
    bytes = newBytes;
    lastNanos = newLastNanos;
  }

  void visit(AccessVisitor visitor) {
    visitor.access(
        key.process,
        key.object,
        key.mode,
        key.firstLsn,
        lastLsn,
        count,
        bytes,
        firstNanos,
        lastNanos);
  }

  /** Adds the first operation, and one operation that stands for all later ones. */
  void addOperations(OperationList found) {
    found.operation(key.firstLsn, firstKind, key.process, key.object, firstBytes, firstNanos);
    if (count >= 2 && lastLsn != Lsn.OPEN) {
      OperationKind kind = PlainKinds.of(key.mode);
      found.operation(lastLsn, kind, key.process, key.object, bytes - firstBytes, lastNanos);
    }
  }
}
