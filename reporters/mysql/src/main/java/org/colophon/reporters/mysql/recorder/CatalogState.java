// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.CatalogKind;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/**
 * Saved definitions of a server's views and routines. Each change is appended, and all definitions
 * are rewritten from time to time.
 *
 * <p>Keeps about one MiB of the latest definitions, and stores at most two MiB. Texts are not
 * stored, because they may contain secrets. One thread.
 */
final class CatalogState {
  /** Maximum size of a definition. Larger definitions are not stored. */
  private static final int MAX_ENTRY_BYTES = 1 << 16;

  /** Maximum size of outdated definitions in the store. */
  private static final int SLACK = 1 << 14;

  private final SqlCatalog catalog;
  private final int maxBytes;
  private final Set<Key> changed = new LinkedHashSet<>();

  /** Sizes of the stored definitions, in the order of their last change. */
  private final Map<Key, Integer> kept = new LinkedHashMap<>();

  private long keptBytes;
  private long storedBytes;

  private record Key(CatalogKind kind, TableName name) {}

  CatalogState(SqlCatalog catalog) {
    this(catalog, 1 << 20);
  }

  CatalogState(SqlCatalog catalog, int maxBytes) {
    this.catalog = catalog;
    this.maxBytes = maxBytes;
    catalog.watch((kind, name) -> changed.add(new Key(kind, name)));
  }

  /** Returns the changes since the last call. */
  CatalogChange change() {
    if (changed.isEmpty()) {
      return CatalogChange.NONE;
    }
    StateWriter out = new StateWriter();
    changed.forEach(key -> put(key, out));
    changed.clear();
    limit();
    Bytes more = out.saved().bytes();
    storedBytes += more.length();
    return storedBytes > 2 * keptBytes + SLACK ? all() : new CatalogChange(false, more);
  }

  private CatalogChange all() {
    StateWriter out = new StateWriter();
    new ArrayList<>(kept.keySet()).forEach(key -> put(key, out));
    Bytes all = out.saved().bytes();
    storedBytes = all.length();
    return new CatalogChange(true, all);
  }

  private void put(Key key, StateWriter out) {
    Bytes entry = entry(key);
    forget(key);
    boolean isKept = !entry.isEmpty() && entry.length() <= MAX_ENTRY_BYTES;
    int from = out.length();
    out.constant(key.kind()).flag(isKept);
    out.name(key.name());
    if (isKept) {
      out.bytes(entry);
      kept.put(key, out.length() - from);
      keptBytes += out.length() - from;
    }
  }

  private void forget(Key key) {
    Integer before = kept.remove(key);
    keptBytes -= before == null ? 0 : before;
  }

  /** Evicts the oldest definitions. */
  private void limit() {
    Iterator<Integer> oldest = kept.values().iterator();
    while (keptBytes > maxBytes) {
      keptBytes -= oldest.next();
      oldest.remove();
    }
  }

  /** Returns a definition; empty if none is known. */
  private Bytes entry(Key key) {
    StateWriter out = new StateWriter();
    catalog.body(key.kind(), key.name()).ifPresent(body -> write(body, out));
    return out.saved().bytes();
  }

  private static void write(List<TableUse> body, StateWriter out) {
    out.number(body.size());
    for (TableUse use : body) {
      out.name(use.name());
      out.constant(use.access());
      out.name(use.via());
      out.flag(use.isTemporary()).flag(use.isCertain());
    }
  }

  /** Restores definitions. */
  void read(Bytes stored) {
    StateReader in = new StateReader(stored);
    while (!in.isAtEnd()) {
      CatalogKind kind = in.constant(CatalogKind.class);
      boolean isKept = in.flag();
      Key key = new Key(kind, in.name());
      forget(key);
      if (isKept) {
        Bytes entry = in.bytes();
        catalog.put(kind, key.name(), body(new StateReader(entry)));
        int length = entry.length() + key.name().database().length() + key.name().table().length();
        kept.put(key, length);
        keptBytes += length;
      } else {
        catalog.remove(kind, key.name());
      }
    }
    storedBytes = stored.length();
    changed.clear();
  }

  private static List<TableUse> body(StateReader in) {
    List<TableUse> body = new ArrayList<>();
    for (int left = in.count(); left > 0; left--) {
      TableName name = in.name();
      Access access = in.constant(Access.class);
      TableName via = in.name();
      boolean isTemporary = in.flag();
      body.add(new TableUse(name, access, via, isTemporary, in.flag()));
    }
    return List.copyOf(body);
  }
}
