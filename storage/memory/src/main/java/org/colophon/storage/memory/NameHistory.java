// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.storage.common.NamePaths;

/**
 * Stores all names. Each record changes the current bindings at once, and ended bindings become
 * history. The time to move a directory is proportional to the names below it.
 */
final class NameHistory {
  private final TreeMap<Bytes, NameBinding> holding = new TreeMap<>();
  private final List<NameBinding> ended = new ArrayList<>();
  private final TreeMap<Bytes, Long> suggestions = new TreeMap<>();

  void bind(Bytes path, long object, long lsn) {
    end(path, lsn);
    begin(path, object, lsn);
    suggestions.put(path, object);
  }

  void unbind(Bytes path, long lsn) {
    takeAtOrBelow(path, lsn);
  }

  void rename(Bytes from, Bytes to, long object, long lsn) {
    if (from.equals(to)) {
      return;
    }
    Map<Bytes, Long> moved = takeAtOrBelow(from, lsn);
    takeAtOrBelow(to, lsn);
    moved.forEach((path, id) -> begin(NamePaths.move(path, from, to), id, lsn));
    if (object != 0) {
      suggestions.put(to, object);
    }
  }

  /** Exchanges two paths; ignores an exchange of a path with a path below it. */
  void exchange(Bytes one, Bytes other, long lsn) {
    if (!one.isAtOrBelow(other) && !other.isAtOrBelow(one)) {
      Map<Bytes, Long> fromOne = takeAtOrBelow(one, lsn);
      Map<Bytes, Long> fromOther = takeAtOrBelow(other, lsn);
      fromOne.forEach((path, id) -> begin(NamePaths.move(path, one, other), id, lsn));
      fromOther.forEach((path, id) -> begin(NamePaths.move(path, other, one), id, lsn));
    }
  }

  private Map<Bytes, Long> takeAtOrBelow(Bytes directory, long lsn) {
    Map<Bytes, Long> taken = new TreeMap<>();
    for (Bytes path : List.copyOf(holding.tailMap(directory, true).keySet())) {
      if (!path.startsWith(directory)) {
        break;
      }
      if (path.isAtOrBelow(directory)) {
        taken.put(path, Objects.requireNonNull(holding.get(path)).object());
        end(path, lsn);
      }
    }
    return taken;
  }

  private void begin(Bytes path, long object, long lsn) {
    holding.put(path, new NameBinding(path, object, lsn, Lsn.OPEN));
  }

  /** Ends a binding. Keeps it as history unless it began at the same LSN. */
  private void end(Bytes path, long lsn) {
    NameBinding binding = holding.remove(path);
    if (binding != null && binding.fromLsn() < lsn) {
      ended.add(new NameBinding(path, binding.object(), binding.fromLsn(), lsn));
    }
  }

  /** Returns all bindings that match, in LSN order and then by path. */
  List<NameBinding> find(Predicate<NameBinding> wanted) {
    List<NameBinding> found = new ArrayList<>();
    ended.stream().filter(wanted).forEach(found::add);
    holding.values().stream().filter(wanted).forEach(found::add);
    found.sort(Comparator.comparingLong(NameBinding::fromLsn).thenComparing(NameBinding::path));
    return found;
  }

  long resolve(Bytes path, long asOfLsn) {
    NameBinding now = holding.get(path);
    if (now != null && now.holdsAt(asOfLsn)) {
      return now.object();
    }
    List<NameBinding> then = find(each -> each.path().equals(path) && each.holdsAt(asOfLsn));
    return then.isEmpty() ? 0 : then.get(0).object();
  }

  /** Returns the bindings at or below a directory as of an LSN, in order of paths. */
  Map<Bytes, Long> under(Bytes directory, long asOfLsn) {
    Map<Bytes, Long> found = new TreeMap<>();
    find(each -> each.path().isAtOrBelow(directory) && each.holdsAt(asOfLsn))
        .forEach(each -> found.put(each.path(), each.object()));
    return found;
  }

  /** Returns the first paths that a record bound by name, each with its last object. */
  Map<Bytes, Long> suggestions(Bytes prefix, int limit) {
    Map<Bytes, Long> found = new LinkedHashMap<>();
    suggestions.tailMap(prefix, true).entrySet().stream()
        .takeWhile(each -> each.getKey().startsWith(prefix))
        .limit(limit)
        .forEach(each -> found.put(each.getKey(), each.getValue()));
    return found;
  }
}
