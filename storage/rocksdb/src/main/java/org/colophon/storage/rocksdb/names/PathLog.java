// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.names;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.colophon.storage.common.NameEvent;
import org.colophon.storage.common.NameLog;
import org.colophon.storage.common.NamePaths;
import org.colophon.storage.rocksdb.damage.Cursor;
import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.jspecify.annotations.Nullable;

/** Name events by range, path and stamp. One thread. */
final class PathLog implements NameLog<RuntimeException> {
  /** Length of the zero byte and the stamp that follow the path in a key. */
  private static final int TAIL = 1 + Long.BYTES;

  private final Cursor iterator;
  private final ByteWriter key = new ByteWriter(256);

  /**
   * Filter of the paths of all subtree events; other paths need no search. Null before it is read.
   */
  private @Nullable SubtreeTops tops;

  PathLog(Cursor iterator) {
    this.iterator = iterator;
  }

  @Override
  public @Nullable NameEvent lastBind(Bytes path, long upTo) {
    return lastAt(StoreFormat.BOUND, path, upTo);
  }

  @Override
  public @Nullable NameEvent firstBind(Bytes path, long after) {
    return firstAfter(StoreFormat.BOUND, path, after);
  }

  @Override
  public @Nullable NameEvent lastEventOver(Bytes path, long upTo) {
    NameEvent latest = null;
    if (tops != null && !tops.mayCover(path)) {
      return null;
    }
    for (Bytes prefix : NamePaths.prefixesOf(path)) {
      NameEvent event = lastAt(StoreFormat.PREFIX_EVENT, prefix, upTo);
      if (event != null
          && (latest == null
              || event.position() > latest.position()
              || (event.position() == latest.position() && event.hasCome()))) {
        latest = event;
      }
    }
    return latest;
  }

  @Override
  public @Nullable NameEvent firstEventOver(Bytes path, long after) {
    NameEvent first = null;
    if (tops != null && !tops.mayCover(path)) {
      return null;
    }
    for (Bytes prefix : NamePaths.prefixesOf(path)) {
      NameEvent event = firstAfter(StoreFormat.PREFIX_EVENT, prefix, after);
      if (event != null
          && (first == null
              || event.position() < first.position()
              || (event.position() == first.position() && event.hasLeft()))) {
        first = event;
      }
    }
    return first;
  }

  @Override
  public List<NameEvent> concerning(Bytes path) {
    List<NameEvent> found = new ArrayList<>();
    anyOf(StoreFormat.BOUND, path, 0, Long.MAX_VALUE, each -> !found.add(each));
    for (Bytes prefix : NamePaths.prefixesOf(path)) {
      anyOf(StoreFormat.PREFIX_EVENT, prefix, 0, Long.MAX_VALUE, each -> !found.add(each));
    }
    return found;
  }

  @Override
  public List<NameEvent> atOrBelow(Bytes directory, long from, long upTo) {
    List<NameEvent> found = new ArrayList<>();
    anyBelow(StoreFormat.PREFIX_EVENT, directory, from, upTo, each -> !found.add(each));
    anyBelow(StoreFormat.BOUND, directory, from, upTo, each -> !found.add(each));
    return found;
  }

  /**
   * Reads the paths of all subtree events, which makes later lookups of many paths faster.
   *
   * @param left receives the paths of events that moved names elsewhere
   */
  SubtreeTops readTops(SubtreeTops left) {
    SubtreeTops all = new SubtreeTops();
    anyFrom(
        StoreFormat.PREFIX_EVENT,
        Bytes.EMPTY,
        event -> {
          all.add(event.path());
          if (event.hasLeft()) {
            left.add(event.path());
          }
          return false;
        });
    tops = all;
    return all;
  }

  private @Nullable NameEvent lastAt(byte range, Bytes path, long stamp) {
    key.clear();
    iterator.seekForPrev(key.putByte(range).putRaw(path).putByte(0).putLong(stamp).copy());
    while (isAtOther(range, path)) {
      iterator.prev();
    }
    return eventOf(range, path);
  }

  private @Nullable NameEvent firstAfter(byte range, Bytes path, long stamp) {
    key.clear();
    iterator.seek(key.putByte(range).putRaw(path).putByte(0).putLong(stamp + 1).copy());
    return nextOf(range, path);
  }

  private @Nullable NameEvent nextOf(byte range, Bytes path) {
    while (isAtOther(range, path)) {
      iterator.next();
    }
    return eventOf(range, path);
  }

  /**
   * Returns whether the current key, among those of a path, is of a longer path with zero bytes.
   */
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

  private @Nullable NameEvent eventOf(byte range, Bytes path) {
    if (!iterator.isValid()) {
      return null;
    }
    byte[] found = iterator.key();
    boolean isOfPath = found.length == 1 + path.length() + TAIL && isAmong(found, range, path);
    return isOfPath ? event(found) : null;
  }

  private static Bytes pathOf(byte[] found) {
    return Bytes.copyOf(found, 1, found.length - TAIL);
  }

  private NameEvent event(byte[] found) {
    long stamp = ByteReader.longAt(found, found.length - Long.BYTES);
    ByteReader value = new ByteReader(iterator.value());
    boolean isBind = found[0] == StoreFormat.BOUND;
    NameEvent.Kind kind = isBind ? NameEvent.Kind.BIND : NameEvent.Kind.of(value.getByte());
    long object = value.getVarint();
    Bytes other = isBind ? Bytes.EMPTY : value.getRaw(value.remaining());
    return new NameEvent(kind, pathOf(found), stamp, StoreFormat.lsnOf(stamp), object, other);
  }

  private boolean anyOf(
      byte range, Bytes path, long after, long upTo, Predicate<NameEvent> wanted) {
    NameEvent each = firstAfter(range, path, after);
    while (each != null && each.position() <= upTo) {
      if (wanted.test(each)) {
        return true;
      }
      iterator.next();
      each = nextOf(range, path);
    }
    return false;
  }

  /** Visits the events of paths with a prefix in order of keys, until one matches. */
  boolean anyFrom(byte range, Bytes prefix, Predicate<NameEvent> wanted) {
    key.clear();
    for (iterator.seek(key.putByte(range).putRaw(prefix).copy());
        iterator.isValid();
        iterator.next()) {
      byte[] found = iterator.key();
      if (found[0] != range || !pathOf(found).startsWith(prefix)) {
        return false;
      }
      if (wanted.test(event(found))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Visits the events at or below a directory between two stamps, until one matches. Skips
   * neighbours such as a.b, whose keys lie between.
   */
  boolean anyBelow(byte range, Bytes directory, long from, long upTo, Predicate<NameEvent> wanted) {
    int length = directory.length();
    Predicate<NameEvent> below =
        each -> each.position() >= from && each.position() <= upTo && wanted.test(each);
    if (length == 0 || directory.at(length - 1) == '/') {
      return anyFrom(range, directory, below);
    }
    return anyOf(range, directory, from - 1, upTo, wanted)
        || anyFrom(range, directory.concat(Bytes.of("/")), below);
  }
}
