package org.colophon.reporters.mysql.sql.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/** What was learnt of names. Bounded: what was put first is forgotten first. */
final class Learnt<V> {
  private static final int MAX_NAMES = 100_000;

  private final Map<TableName, V> known = new Bounded<>();
  private final Consumer<TableName> changed;

  /**
   * @param changed is told each name of which something else is known than before
   */
  Learnt(Consumer<TableName> changed) {
    this.changed = changed;
  }

  boolean isEmpty() {
    return known.isEmpty();
  }

  /** Null if nothing is known. */
  V get(TableName name) {
    return known.get(name);
  }

  /** Returns what was known before, null if nothing was. */
  V put(TableName name, V value) {
    V before = known.put(name, value);
    changed.accept(name);
    return before;
  }

  /** Returns what was known, null if nothing was. */
  V remove(TableName name) {
    V before = known.remove(name);
    if (before != null) {
      changed.accept(name);
    }
    return before;
  }

  void removeDatabase(Bytes database) {
    List<TableName> gone =
        known.keySet().stream().filter(name -> name.database().equals(database)).toList();
    gone.forEach(this::remove);
  }

  private static final class Bounded<V> extends LinkedHashMap<TableName, V> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<TableName, V> eldest) {
      return size() > MAX_NAMES;
    }
  }
}
