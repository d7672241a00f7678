// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.storage.common.NameEvent;
import org.colophon.storage.rocksdb.format.StoreFormat;

/** Encodes name records as the events of {@link NameEvent}. */
final class NameRecords {
  private final FactBuffer facts;
  private final KeyBuffer keys;

  NameRecords(FactBuffer facts, KeyBuffer keys) {
    this.facts = facts;
    this.keys = keys;
  }

  void add(RecordBatch r, long stamp, long baseLsn) {
    Bytes path = r.path();
    switch (r.type()) {
      case BIND -> addBind(path, r.object(), stamp, baseLsn);
      case UNBIND -> addEvent(path, NameEvent.Kind.GONE, r.object(), Bytes.EMPTY, stamp);
      case RENAME -> addRename(path, r.toPath(), r.object(), stamp);
      case EXCHANGE -> addExchange(path, r.toPath(), stamp);
      default -> throw new AssertionError(r.type());
    }
  }

  private void addBind(Bytes path, long object, long stamp, long baseLsn) {
    keys.key(StoreFormat.PATHS).putByte(StoreFormat.BOUND).putRaw(path).putByte(0).putLong(stamp);
    keys.value().putVarint(object);
    keys.end();
    facts
        .begin(StoreFormat.BY_OBJECT, object, StoreFormat.BINDS)
        .putSigned(stamp - StoreFormat.stamp(baseLsn, 0))
        .putString(path);
  }

  /** Adds a rename; ignores one of a path to itself. */
  private void addRename(Bytes from, Bytes to, long object, long stamp) {
    if (!from.equals(to)) {
      addEvent(from, NameEvent.Kind.MOVED_AWAY, object, to, stamp);
      addEvent(to, NameEvent.Kind.CAME, object, from, stamp);
    }
  }

  /** Adds an exchange; ignores one of a path with a path below it. */
  private void addExchange(Bytes one, Bytes other, long stamp) {
    if (!one.isAtOrBelow(other) && !other.isAtOrBelow(one)) {
      addEvent(one, NameEvent.Kind.SWAPPED, 0, other, stamp);
      addEvent(other, NameEvent.Kind.SWAPPED, 0, one, stamp);
    }
  }

  private void addEvent(Bytes path, NameEvent.Kind kind, long object, Bytes other, long stamp) {
    keys.key(StoreFormat.PATHS)
        .putByte(StoreFormat.PREFIX_EVENT)
        .putRaw(path)
        .putByte(0)
        .putLong(stamp);
    keys.value().putByte(kind.code()).putVarint(object).putRaw(other);
    keys.end();
  }
}
