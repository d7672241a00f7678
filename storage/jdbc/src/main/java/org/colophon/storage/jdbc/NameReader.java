package org.colophon.storage.jdbc;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;

/**
 * Answers about names from the rows that {@link NameRows} makes.
 *
 * <p>What a path is bound to as of a record is decided by the latest row that concerns it: a bind
 * of the path itself, or an event of the path or a folder above it. After an event by which names
 * came, the question goes on with the path as it was called before, as of just before; numbers
 * fall, so that this ends.
 */
final class NameReader {
  /** How many rows are read at once in search of names. */
  private static final int PAGE = 1000;

  private final NameTable table;

  NameReader(NameTable table) {
    this.table = table;
  }

  long resolve(Bytes path, long asOf) throws SQLException {
    Bytes name = path;
    long record = asOf;
    while (true) {
      NameEvent bind = table.lastBind(name, record);
      NameEvent event = table.lastEventOver(name, record);
      if (bind != null && (event == null || event.recordNo() < bind.recordNo())) {
        return bind.object();
      }
      if (event == null || !event.hasCome()) {
        return 0;
      }
      name = event.elsewhere(name);
      record = event.recordNo() - 1;
    }
  }

  /** Every binding of a path: what it is bound to can change at rows that concern it only. */
  List<NameBinding> bindingsOf(Bytes path) throws SQLException {
    TreeMap<Long, NameEvent> changes = new TreeMap<>();
    table.concerning(path).forEach(event -> changes.put(event.recordNo(), event));
    List<NameBinding> bindings = new ArrayList<>();
    for (NameEvent each : changes.values()) {
      Map.Entry<Long, NameEvent> next = changes.higherEntry(each.recordNo());
      long to = next == null ? Lsn.OPEN : next.getValue().lsn();
      add(bindings, path, resolve(path, each.recordNo()), each.lsn(), to);
    }
    return bindings;
  }

  /** A binding that begins and ends at one LSN never held. */
  private static void add(List<NameBinding> bindings, Bytes path, long object, long from, long to) {
    if (object != 0 && from < to) {
      bindings.add(new NameBinding(path, object, from, to));
    }
  }

  /** Every name of an object, from each time that it was bound through all moves. */
  List<NameBinding> namesOf(long object) throws SQLException {
    List<NameBinding> bindings = new ArrayList<>();
    for (NameEvent bind : table.bindsOf(object)) {
      follow(bind, bindings);
    }
    bindings.sort(Comparator.comparingLong(NameBinding::fromLsn).thenComparing(NameBinding::path));
    return bindings;
  }

  private void follow(NameEvent start, List<NameBinding> bindings) throws SQLException {
    Bytes name = start.path();
    NameEvent from = start;
    while (true) {
      NameEvent bind = table.firstBind(name, from.recordNo());
      NameEvent event = table.firstEventOver(name, from.recordNo());
      boolean isRebound = bind != null && (event == null || bind.recordNo() < event.recordNo());
      NameEvent end = isRebound ? bind : event;
      add(bindings, name, start.object(), from.lsn(), end == null ? Lsn.OPEN : end.lsn());
      if (end == null || isRebound || !end.hasLeft()) {
        return;
      }
      name = end.elsewhere(name);
      from = end;
    }
  }

  /** What happened below a folder since the last event that concerned all of it. */
  private record Stretch(Bytes folder, List<NameEvent> events) {}

  /**
   * The bindings at or below a folder as of a record: goes back through the places that the folder
   * as a whole came from, and then carries out, from the oldest, what happened below it at each.
   */
  SortedMap<Bytes, Long> under(Bytes folder, long asOf) throws SQLException {
    Deque<Stretch> stretches = new ArrayDeque<>();
    NameEvent last = table.lastEventOver(folder, asOf);
    stretches.push(stretch(folder, last, asOf));
    Bytes place = folder;
    while (last != null && last.hasCome()) {
      place = last.elsewhere(place);
      long upTo = last.recordNo() - 1;
      last = table.lastEventOver(place, upTo);
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
      for (NameEvent each : stretch.events) {
        replay(each, names);
      }
    }
    return names;
  }

  private Stretch stretch(Bytes folder, NameEvent last, long upTo) throws SQLException {
    long since = last == null ? 0 : last.recordNo();
    return new Stretch(folder, LatestEvents.visible(table, folder, since, upTo));
  }

  private void replay(NameEvent each, SortedMap<Bytes, Long> names) throws SQLException {
    if (each.isBind()) {
      names.put(each.path(), each.object());
      return;
    }
    Bytes top = each.path();
    names.tailMap(top).keySet().removeIf(path -> path.isAtOrBelow(top));
    if (each.hasCome()) {
      Bytes origin = each.other();
      under(origin, each.recordNo() - 1)
          .forEach((path, id) -> names.put(moved(path, origin, top), id));
    }
  }

  private static Bytes moved(Bytes path, Bytes from, Bytes to) {
    return to.concat(path.slice(from.length(), path.length()));
  }

  /**
   * The first paths that a record bound by name, with the object that had each last. Read in pages,
   * of which the paths that the last one may have cut wait for the next.
   *
   * @param limit at least 1
   */
  SortedMap<Bytes, Long> pathsFrom(Bytes prefix, int limit) throws SQLException {
    TreeMap<Bytes, NameEvent> found = new TreeMap<>();
    byte[] from = Values.head(prefix);
    int size = PAGE;
    while (found.size() < limit) {
      List<NameEvent> page = table.page(prefix, from, size);
      if (page.size() < size) {
        page.forEach(each -> addPath(each, prefix, found));
        break;
      }
      byte[] last = Values.head(page.get(size - 1).path());
      size = Arrays.equals(last, from) ? 2 * size : PAGE;
      page.stream()
          .filter(each -> !Arrays.equals(last, Values.head(each.path())))
          .forEach(each -> addPath(each, prefix, found));
      from = last;
    }
    TreeMap<Bytes, Long> first = new TreeMap<>();
    found.values().stream().limit(limit).forEach(each -> first.put(each.path(), each.object()));
    return first;
  }

  private static void addPath(NameEvent each, Bytes prefix, Map<Bytes, NameEvent> found) {
    boolean isBound = each.isBind() || (each.kind().equals(NameEvent.CAME) && each.object() != 0);
    if (isBound && each.path().startsWith(prefix)) {
      found.merge(
          each.path(), each, (one, other) -> other.recordNo() > one.recordNo() ? other : one);
    }
  }
}
