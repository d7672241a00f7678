package org.colophon.storage.rocksdb;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.RecordBatch;

/**
 * Encodes name records. A BIND concerns one path. All others concern a path and whatever lies below
 * it, and are kept as prefix events: what lay there is gone, has moved away, or other names came
 * there. So a moved folder costs two keys, whatever it holds; {@link NameReader} does the rest.
 */
final class NameRecords {
  // Types of a prefix event.
  static final int GONE = 0;
  static final int MOVED_AWAY = 1;
  static final int CAME = 2;
  static final int SWAPPED = 3;

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
      case UNBIND -> addEvent(path, GONE, r.object(), Bytes.EMPTY, stamp);
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

  /** A name moved to itself stays as it is. */
  private void addRename(Bytes from, Bytes to, long object, long stamp) {
    if (!from.equals(to)) {
      addEvent(from, MOVED_AWAY, object, to, stamp);
      addEvent(to, CAME, object, from, stamp);
    }
  }

  /** Two paths of which one lies below the other cannot change places; nothing happens then. */
  private void addExchange(Bytes one, Bytes other, long stamp) {
    if (!one.isAtOrBelow(other) && !other.isAtOrBelow(one)) {
      addEvent(one, SWAPPED, 0, other, stamp);
      addEvent(other, SWAPPED, 0, one, stamp);
    }
  }

  private void addEvent(Bytes path, int type, long object, Bytes other, long stamp) {
    keys.key(StoreFormat.PATHS)
        .putByte(StoreFormat.PREFIX_EVENT)
        .putRaw(path)
        .putByte(0)
        .putLong(stamp);
    keys.value().putByte(type).putVarint(object).putRaw(other);
    keys.end();
  }
}
