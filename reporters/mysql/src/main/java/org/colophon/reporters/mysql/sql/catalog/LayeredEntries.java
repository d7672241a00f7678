package org.colophon.reporters.mysql.sql.catalog;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Bounded map of definitions by name, optionally over another map that stays unchanged. Evicts the
 * oldest entries.
 */
final class LayeredEntries<V> {
  private static final int MAX_NAMES = 100_000;

  /** A null value hides the entry of the map below. */
  private final Map<TableName, V> known = new Bounded<>();

  private final Optional<LayeredEntries<V>> below;
  private final Consumer<TableName> changed;

  /**
   * @param below map below
   * @param changed receives each changed name
   */
  LayeredEntries(Optional<LayeredEntries<V>> below, Consumer<TableName> changed) {
    this.below = below;
    this.changed = changed;
  }

  boolean isEmpty() {
    return known.isEmpty() && (below.isEmpty() || below.get().isEmpty());
  }

  /** Returns null for an unknown name. */
  V get(TableName name) {
    V own = known.get(name);
    return own != null || below.isEmpty() || known.containsKey(name) ? own : below.get().get(name);
  }

  /** Returns the previous value, null if there was none. */
  V put(TableName name, V value) {
    V before = get(name);
    known.put(name, value);
    changed.accept(name);
    return before;
  }

  /** Returns the removed value, null if there was none. */
  V remove(TableName name) {
    V before = get(name);
    if (before != null) {
      known.remove(name);
      below.ifPresent(other -> known.put(name, null));
      changed.accept(name);
    }
    return before;
  }

  void removeDatabase(Bytes database) {
    names().filter(name -> name.database().equals(database)).toList().forEach(this::remove);
  }

  private Stream<TableName> names() {
    Stream<TableName> own = known.keySet().stream();
    return below.isEmpty() ? own : Stream.concat(own, below.get().names());
  }

  private static final class Bounded<V> extends LinkedHashMap<TableName, V> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<TableName, V> eldest) {
      return size() > MAX_NAMES;
    }
  }
}
