package org.colophon.storage.rocksdb;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.rocksdb.RocksIterator;

/**
 * Answers about names from the records of {@link NameRecords}.
 *
 * <p>What a path is bound to as of a stamp is decided by the latest record that concerns it: a bind
 * of the path itself, or a prefix event of the path or a folder above it. After a prefix event by
 * which names came, the question goes on with the path as it was called before, as of just before;
 * stamps fall, so that this ends. A bind and an event share a stamp only behind the places that an
 * LSN has, where a replay has said all that ended before all that began.
 *
 * <p>Uses one iterator over the paths; belongs to one call.
 */
final class NameReader {
  private static final byte SLASH = '/';

  private final PathCursor cursor;

  NameReader(RocksIterator iterator) {
    this.cursor = new PathCursor(iterator);
  }

  long resolve(Bytes path, long asOf) {
    Bytes name = path;
    long stamp = asOf;
    while (true) {
      NameRecord bind = cursor.lastAt(StoreFormat.BOUND, name, stamp);
      NameRecord event = lastEventOver(name, stamp);
      if (bind != null && (event == null || event.stamp() <= bind.stamp())) {
        return bind.object();
      }
      if (event == null || !event.hasCome()) {
        return 0;
      }
      name = event.originOf(name);
      stamp = event.stamp() - 1;
    }
  }

  /** The latest prefix event that concerns a path; of one rename's two, that by which it came. */
  private NameRecord lastEventOver(Bytes path, long asOf) {
    NameRecord latest = null;
    for (Bytes prefix : prefixesOf(path)) {
      NameRecord event = cursor.lastAt(StoreFormat.PREFIX_EVENT, prefix, asOf);
      if (event != null
          && (latest == null
              || event.stamp() > latest.stamp()
              || (event.stamp() == latest.stamp() && event.hasCome()))) {
        latest = event;
      }
    }
    return latest;
  }

  /** The first prefix event that concerns a path; of one rename's two, that by which it left. */
  private NameRecord firstEventOver(Bytes path, long after) {
    NameRecord first = null;
    for (Bytes prefix : prefixesOf(path)) {
      NameRecord event = cursor.firstAfter(StoreFormat.PREFIX_EVENT, prefix, after);
      if (event != null
          && (first == null
              || event.stamp() < first.stamp()
              || (event.stamp() == first.stamp() && event.hasLeft()))) {
        first = event;
      }
    }
    return first;
  }

  /** The path and every folder above it. */
  private static List<Bytes> prefixesOf(Bytes path) {
    List<Bytes> prefixes = new ArrayList<>();
    prefixes.add(path);
    for (int i = 0; i < path.length() - 1; i++) {
      if (path.at(i) == SLASH) {
        prefixes.add(path.slice(0, Math.max(1, i)));
      }
    }
    return prefixes;
  }

  /** Every binding of a path: what it is bound to can change at records that concern it only. */
  List<NameBinding> bindingsOf(Bytes path) {
    TreeSet<Long> stamps = new TreeSet<>();
    cursor.forEachOf(StoreFormat.BOUND, path, bind -> stamps.add(bind.stamp()));
    for (Bytes prefix : prefixesOf(path)) {
      cursor.forEachOf(StoreFormat.PREFIX_EVENT, prefix, event -> stamps.add(event.stamp()));
    }
    List<NameBinding> bindings = new ArrayList<>();
    for (long stamp : stamps) {
      Long next = stamps.higher(stamp);
      add(bindings, path, resolve(path, stamp), stamp, next == null ? Lsn.OPEN : next);
    }
    return bindings;
  }

  /** A binding that begins and ends at one LSN never held. */
  private static void add(List<NameBinding> bindings, Bytes path, long object, long from, long to) {
    long fromLsn = StoreFormat.lsnOf(from);
    long toLsn = to == Lsn.OPEN ? Lsn.OPEN : StoreFormat.lsnOf(to);
    if (object != 0 && fromLsn < toLsn) {
      bindings.add(new NameBinding(path, object, fromLsn, toLsn));
    }
  }

  /** Follows a name from where an object was bound to it, through all moves, until it is lost. */
  void follow(Bytes path, long object, long bindStamp, List<NameBinding> bindings) {
    Bytes name = path;
    long from = bindStamp;
    while (true) {
      NameRecord bind = cursor.firstAfter(StoreFormat.BOUND, name, from);
      NameRecord event = firstEventOver(name, from);
      boolean isRebound = bind != null && (event == null || bind.stamp() < event.stamp());
      long to = isRebound ? bind.stamp() : event == null ? Lsn.OPEN : event.stamp();
      add(bindings, name, object, from, to);
      if (isRebound || event == null || !event.hasLeft()) {
        return;
      }
      name = event.destinationOf(name);
      from = event.stamp();
    }
  }

  /**
   * Visits the bindings at or below a folder as of a stamp, in order of paths. Where nothing moved
   * or was unbound they are passed on as they are met; only otherwise they are gathered first.
   */
  void visitUnder(Bytes folder, long asOf, NameVisitor visitor) {
    NameRecord last = lastEventOver(folder, asOf);
    long since = last == null ? 0 : last.stamp();
    if ((last != null && last.hasCome()) || SubtreeEvents.exist(cursor, folder, since, asOf)) {
      under(folder, asOf).forEach(visitor::name);
    } else {
      LatestBinds binds = new LatestBinds(visitor);
      cursor.forEachBelow(StoreFormat.BOUND, folder, since - 1, asOf, binds);
      binds.finish();
    }
  }

  /** Of the binds of each path passes on the last. */
  private static final class LatestBinds implements Consumer<NameRecord> {
    private final NameVisitor visitor;
    private NameRecord latest;

    LatestBinds(NameVisitor visitor) {
      this.visitor = visitor;
    }

    @Override
    public void accept(NameRecord bind) {
      if (latest != null && !latest.path().equals(bind.path())) {
        finish();
      }
      latest = bind;
    }

    void finish() {
      if (latest != null) {
        visitor.name(latest.path(), latest.object());
      }
    }
  }

  /** What happened below a folder since the last event that concerned all of it. */
  private record Stretch(Bytes folder, List<NameRecord> events) {}

  /**
   * The bindings at or below a folder as of a stamp: goes back through the places that the folder
   * as a whole came from, and then carries out, from the oldest, what happened below it at each.
   */
  private SortedMap<Bytes, Long> under(Bytes folder, long asOf) {
    Deque<Stretch> stretches = new ArrayDeque<>();
    NameRecord last = lastEventOver(folder, asOf);
    stretches.push(stretch(folder, last, asOf));
    Bytes place = folder;
    while (last != null && last.hasCome()) {
      place = last.originOf(place);
      long upTo = last.stamp() - 1;
      last = lastEventOver(place, upTo);
      stretches.push(stretch(place, last, upTo));
    }
    TreeMap<Bytes, Long> names = new TreeMap<>();
    for (Stretch stretch : stretches) {
      TreeMap<Bytes, Long> carried = new TreeMap<>();
      for (Map.Entry<Bytes, Long> each : names.entrySet()) {
        carried.put(moved(each.getKey(), place, stretch.folder), each.getValue());
      }
      names = carried;
      place = stretch.folder;
      for (NameRecord each : stretch.events) {
        replay(each, names);
      }
    }
    return names;
  }

  private Stretch stretch(Bytes folder, NameRecord last, long upTo) {
    long since = last == null ? 0 : last.stamp();
    return new Stretch(folder, SubtreeEvents.visible(cursor, folder, since, upTo));
  }

  private void replay(NameRecord each, SortedMap<Bytes, Long> names) {
    if (each.isBind()) {
      names.put(each.path(), each.object());
      return;
    }
    Bytes top = each.path();
    names.tailMap(top).keySet().removeIf(path -> path.isAtOrBelow(top));
    if (each.hasCome()) {
      Bytes origin = each.other();
      under(origin, each.stamp() - 1)
          .forEach((path, id) -> names.put(moved(path, origin, top), id));
    }
  }

  private static Bytes moved(Bytes path, Bytes from, Bytes to) {
    return to.concat(path.slice(from.length(), path.length()));
  }

  /** The first paths that a record bound by name, with the object that had each last. */
  SortedMap<Bytes, NameRecord> pathsFrom(Bytes prefix, int limit) {
    FirstPaths found = new FirstPaths(limit);
    cursor.anyFrom(StoreFormat.BOUND, prefix, bind -> !found.offer(bind));
    cursor.anyFrom(
        StoreFormat.PREFIX_EVENT,
        prefix,
        event -> {
          boolean hasCome = event.type() == NameRecords.CAME && event.object() != 0;
          return hasCome ? !found.offer(event) : found.isBehind(event.path());
        });
    return found.paths();
  }
}
