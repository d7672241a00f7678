package org.colophon.storage.memory;

import java.util.function.Consumer;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;

/** An access interval in the form that is known now. */
final class AccessFact {
  /** What an INTERVAL record names the interval by. */
  record Key(long process, long object, AccessMode mode, long firstLsn) {}

  /** One stored operation of an interval. */
  record Operation(
      long lsn, OperationKind kind, long process, long object, long bytes, long timeNanos) {}

  final Key key;
  private final Operation first;
  long lastLsn;
  long count;
  long bytes;
  long lastNanos;

  AccessFact(Operation first, long lastLsn) {
    this.key = new Key(first.process, first.object, first.kind.mode(), first.lsn);
    this.first = first;
    this.lastLsn = lastLsn;
    this.count = 1;
    this.bytes = first.bytes;
    this.lastNanos = first.timeNanos;
  }

  long firstNanos() {
    return first.timeNanos;
  }

  /**
   * The operations that were stored of the interval: the first, and when it is known and another
   * one, the last. The last stands for all that followed the first, bytes included.
   */
  void forEachOperation(Consumer<Operation> action) {
    action.accept(first);
    if (count >= 2 && lastLsn != Lsn.OPEN) {
      action.accept(
          new Operation(
              lastLsn,
              plainKind(key.mode),
              key.process,
              key.object,
              bytes - first.bytes,
              lastNanos));
    }
  }

  /** The kind that stands for a mode where the operation's own kind is not stored. */
  static OperationKind plainKind(AccessMode mode) {
    for (OperationKind kind : OperationKind.values()) {
      if (kind.mode() == mode) {
        return kind;
      }
    }
    throw new AssertionError(mode);
  }
}
