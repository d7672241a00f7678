package org.colophon.storage.rocksdb;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.rocksdb.RocksIterator;

/** Finds name records by range, path and stamp. One thread. */
final class PathCursor {
  /** What follows a path in its key: a zero byte and the stamp. */
  private static final int TAIL = 1 + Long.BYTES;

  private final RocksIterator iterator;
  private final ByteWriter key = new ByteWriter(256);

  PathCursor(RocksIterator iterator) {
    this.iterator = iterator;
  }

  /** The last record of a path at or before a stamp, or null. */
  NameRecord lastAt(byte range, Bytes path, long stamp) {
    key.clear();
    iterator.seekForPrev(key.putByte(range).putRaw(path).putByte(0).putLong(stamp).copy());
    while (isAtOther(range, path)) {
      iterator.prev();
    }
    return recordOf(range, path);
  }

  /** The first record of a path after a stamp, or null. */
  NameRecord firstAfter(byte range, Bytes path, long stamp) {
    key.clear();
    iterator.seek(key.putByte(range).putRaw(path).putByte(0).putLong(stamp + 1).copy());
    return nextOf(range, path);
  }

  private NameRecord nextOf(byte range, Bytes path) {
    while (isAtOther(range, path)) {
      iterator.next();
    }
    return recordOf(range, path);
  }

  /** Whether it is among the records of a path, but at one of another that has zero bytes in it. */
  private boolean isAtOther(byte range, Bytes path) {
    return iterator.isValid()
        && iterator.key().length != 1 + path.length() + TAIL
        && isAmong(iterator.key(), range, path);
  }

  private static boolean isAmong(byte[] found, byte range, Bytes path) {
    int end = 1 + path.length();
    return found.length > end
        && found[0] == range
        && found[end] == 0
        && Bytes.copyOf(found, 1, end).equals(path);
  }

  private NameRecord recordOf(byte range, Bytes path) {
    if (!iterator.isValid()) {
      return null;
    }
    byte[] found = iterator.key();
    boolean isOfPath = found.length == 1 + path.length() + TAIL && isAmong(found, range, path);
    return isOfPath ? record(found) : null;
  }

  private static Bytes pathOf(byte[] found) {
    return Bytes.copyOf(found, 1, found.length - TAIL);
  }

  private NameRecord record(byte[] found) {
    long stamp = ByteReader.longAt(found, found.length - Long.BYTES);
    ByteReader value = new ByteReader(iterator.value());
    if (found[0] == StoreFormat.BOUND) {
      return new NameRecord(pathOf(found), stamp, NameRecord.BIND, value.getVarint(), Bytes.EMPTY);
    }
    int type = value.getByte();
    long object = value.getVarint();
    Bytes other = value.getRaw(value.remaining());
    return new NameRecord(pathOf(found), stamp, type, object, other);
  }

  /** Visits the records of a path. */
  void forEachOf(byte range, Bytes path, Consumer<NameRecord> action) {
    anyOf(range, path, 0, Long.MAX_VALUE, each -> goOn(action, each));
  }

  private static boolean goOn(Consumer<NameRecord> action, NameRecord each) {
    action.accept(each);
    return false;
  }

  private boolean anyOf(
      byte range, Bytes path, long after, long upTo, Predicate<NameRecord> wanted) {
    NameRecord each = firstAfter(range, path, after);
    while (each != null && each.stamp() <= upTo) {
      if (wanted.test(each)) {
        return true;
      }
      iterator.next();
      each = nextOf(range, path);
    }
    return false;
  }

  /**
   * Visits the records of all paths that begin with given bytes, in order of keys, until one is as
   * wanted.
   */
  boolean anyFrom(byte range, Bytes prefix, Predicate<NameRecord> wanted) {
    key.clear();
    for (iterator.seek(key.putByte(range).putRaw(prefix).copy());
        iterator.isValid();
        iterator.next()) {
      byte[] found = iterator.key();
      if (found[0] != range || !pathOf(found).startsWith(prefix)) {
        return false;
      }
      if (wanted.test(record(found))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Visits the records of a folder and all below it after one stamp and up to another. Neighbours
   * such as a.b lie between.
   */
  void forEachBelow(byte range, Bytes folder, long after, long upTo, Consumer<NameRecord> action) {
    anyBelow(range, folder, after, upTo, each -> goOn(action, each));
  }

  /** Whether one of those records is as wanted. */
  boolean anyBelow(byte range, Bytes folder, long after, long upTo, Predicate<NameRecord> wanted) {
    int length = folder.length();
    Predicate<NameRecord> below =
        each -> each.stamp() > after && each.stamp() <= upTo && wanted.test(each);
    if (length == 0 || folder.at(length - 1) == '/') {
      return anyFrom(range, folder, below);
    }
    return anyOf(range, folder, after, upTo, wanted)
        || anyFrom(range, folder.concat(Bytes.of("/")), below);
  }
}
