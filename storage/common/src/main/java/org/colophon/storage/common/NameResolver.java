// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.jspecify.annotations.Nullable;

/**
 * Resolves names from the events of a {@link NameLog}.
 *
 * <p>The latest event that concerns a path decides its binding: a bind of the path, or a subtree
 * event of it or a directory above. If the event moved names to the path, the search continues
 * before the event, with the path before the move. Positions decrease, so the search ends.
 *
 * @param <E> the failure of the store
 */
public final class NameResolver<E extends Exception> {
  private static final Bytes SLASH = Bytes.of("/");
  private static final Bytes AFTER_SLASH = Bytes.of("0");

  private final NameLog<E> log;

  public NameResolver(NameLog<E> log) {
    this.log = log;
  }

  /** Returns the object that a path was bound to, 0 if none. */
  public long resolve(Bytes path, long asOf) throws E {
    Bytes name = path;
    long position = asOf;
    while (true) {
      NameEvent bind = log.lastBind(name, position);
      NameEvent event = log.lastEventOver(name, position);
      if (bind != null && (event == null || event.position() <= bind.position())) {
        return bind.object();
      }
      if (event == null || !event.hasCome()) {
        return 0;
      }
      name = event.translate(name);
      position = event.position() - 1;
    }
  }

  /** Returns every binding of a path. Only events that concern the path can change its binding. */
  public List<NameBinding> bindingsOf(Bytes path) throws E {
    TreeMap<Long, Long> changes = new TreeMap<>();
    log.concerning(path).forEach(event -> changes.put(event.position(), event.lsn()));
    List<NameBinding> bindings = new ArrayList<>();
    for (Map.Entry<Long, Long> each : changes.entrySet()) {
      Map.Entry<Long, Long> next = changes.higherEntry(each.getKey());
      long toLsn = next == null ? Lsn.OPEN : next.getValue();
      add(bindings, path, resolve(path, each.getKey()), each.getValue(), toLsn);
    }
    return bindings;
  }

  /** Adds a binding to an object, unless it begins and ends at the same LSN. */
  private static void add(
      List<NameBinding> bindings, Bytes path, long object, long fromLsn, long toLsn) {
    if (object != 0 && fromLsn < toLsn) {
      bindings.add(new NameBinding(path, object, fromLsn, toLsn));
    }
  }

  /** Returns every name of an object, from each of its binds through all moves. */
  public List<NameBinding> namesOf(List<NameEvent> binds) throws E {
    List<NameBinding> bindings = new ArrayList<>();
    for (NameEvent bind : binds) {
      follow(bind, bindings);
    }
    bindings.sort(Comparator.comparingLong(NameBinding::fromLsn).thenComparing(NameBinding::path));
    return bindings;
  }

  private void follow(NameEvent start, List<NameBinding> bindings) throws E {
    Bytes name = start.path();
    NameEvent from = start;
    while (true) {
      NameEvent bind = log.firstBind(name, from.position());
      NameEvent event = log.firstEventOver(name, from.position());
      boolean isRebound = bind != null && (event == null || bind.position() < event.position());
      NameEvent end = isRebound ? bind : event;
      add(bindings, name, start.object(), from.lsn(), end == null ? Lsn.OPEN : end.lsn());
      if (end == null || isRebound || !end.hasLeft()) {
        return;
      }
      name = end.translate(name);
      from = end;
    }
  }

  /** Events below a directory since the last event that concerned all of it. */
  private record Stretch(Bytes directory, List<NameEvent> events) {}

  /**
   * Returns the bindings at or below a directory. Goes back through the earlier paths of the
   * directory, and then replays the events below each of them, the oldest first.
   */
  public SortedMap<Bytes, Long> under(Bytes directory, long asOf) throws E {
    Deque<Stretch> stretches = new ArrayDeque<>();
    NameEvent last = log.lastEventOver(directory, asOf);
    stretches.push(stretch(directory, last, asOf));
    Bytes place = directory;
    while (last != null && last.hasCome()) {
      place = last.translate(place);
      long upTo = last.position() - 1;
      last = log.lastEventOver(place, upTo);
      stretches.push(stretch(place, last, upTo));
    }
    SortedMap<Bytes, Long> names = new TreeMap<>();
    for (Stretch stretch : stretches) {
      names = moved(names, place, stretch.directory);
      place = stretch.directory;
      for (NameEvent each : stretch.events) {
        replay(each, names);
      }
    }
    return names;
  }

  /**
   * Returns the paths at or below a directory that were bound at some time: by name, or because
   * they arrived with the directory, with one above it, or with one below it.
   */
  public SortedSet<Bytes> pathsEverUnder(Bytes directory) throws E {
    SortedSet<Bytes> paths = new TreeSet<>();
    List<NameEvent> events = new ArrayList<>(log.concerning(directory));
    events.addAll(log.atOrBelow(directory, 0, Long.MAX_VALUE));
    for (NameEvent each : events) {
      if (each.isBind()) {
        paths.add(each.path());
      } else if (each.hasCome()) {
        boolean isBelow = each.path().isAtOrBelow(directory);
        paths.addAll(under(isBelow ? each.path() : directory, each.position()).keySet());
      }
    }
    return paths;
  }

  private Stretch stretch(Bytes directory, @Nullable NameEvent last, long upTo) throws E {
    long since = last == null ? 0 : last.position();
    return new Stretch(directory, SubtreeEvents.visible(log, directory, since, upTo));
  }

  private void replay(NameEvent each, SortedMap<Bytes, Long> names) throws E {
    if (each.isBind()) {
      names.put(each.path(), each.object());
      return;
    }
    Bytes top = each.path();
    removeAtOrBelow(top, names);
    if (each.hasCome()) {
      names.putAll(moved(under(each.other(), each.position() - 1), each.other(), top));
    }
  }

  /** Removes a path and the paths below it. Names such as a.b, which sort between them, stay. */
  private static void removeAtOrBelow(Bytes top, SortedMap<Bytes, Long> names) {
    names.remove(top);
    boolean endsWithSlash = top.isEmpty() || top.at(top.length() - 1) == '/';
    Bytes below = endsWithSlash ? top : top.concat(SLASH);
    if (below.isEmpty()) {
      names.clear();
    } else {
      names.subMap(below, below.slice(0, below.length() - 1).concat(AFTER_SLASH)).clear();
    }
  }

  private static SortedMap<Bytes, Long> moved(SortedMap<Bytes, Long> names, Bytes from, Bytes to) {
    SortedMap<Bytes, Long> moved = new TreeMap<>();
    names.forEach((path, object) -> moved.put(NamePaths.move(path, from, to), object));
    return moved;
  }
}
