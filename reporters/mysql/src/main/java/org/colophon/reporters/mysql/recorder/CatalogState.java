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
 * Saved definitions of a server's views, routines and columns. Each change is appended, and the
 * whole is rewritten from time to time.
 *
 * <p>Keeps about the last MiB of definitions, and stores at most twice that. Texts may hold secrets
 * and are not kept. One thread.
 */
final class CatalogState {
  /** A larger definition is not kept. */
  private static final int MAX_ENTRY_BYTES = 1 << 16;

  /** Outdated bytes that may be stored. */
  private static final int SLACK = 1 << 14;

  /** Follows a body that includes the drops of its own temporary tables. */
  private static final boolean HAS_DROPS = true;

  /** Precedes columns. Earlier versions also kept some columns of a table. */
  private static final boolean ARE_ALL = true;

  private final SqlCatalog catalog;
  private final int maxBytes;
  private final Set<Key> changed = new LinkedHashSet<>();

  /** Sizes of the kept entries, in the order of their last change. */
  private final Map<Key, Integer> kept = new LinkedHashMap<>();

  private long keptBytes;
  private long storedBytes;

  private record Key(CatalogKind part, TableName name) {}

  CatalogState(SqlCatalog catalog) {
    this(catalog, 1 << 20);
  }

  CatalogState(SqlCatalog catalog, int maxBytes) {
    this.catalog = catalog;
    this.maxBytes = maxBytes;
    catalog.watch((part, name) -> changed.add(new Key(part, name)));
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
    out.number(key.part().code()).truth(isKept);
    name(key.name(), out);
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

  /** Known definition or empty. */
  private Bytes entry(Key key) {
    StateWriter out = new StateWriter();
    if (key.part() == CatalogKind.COLUMNS) {
      List<Bytes> columns = catalog.columns(key.name());
      if (!columns.isEmpty()) {
        out.truth(ARE_ALL).number(columns.size());
        columns.forEach(out::bytes);
      }
    } else {
      List<TableUse> body = catalog.body(key.part(), key.name());
      if (body != null) {
        out.number(body.size());
        body.forEach(use -> write(use, out));
        out.truth(HAS_DROPS);
      }
    }
    return out.saved().bytes();
  }

  private static void write(TableUse use, StateWriter out) {
    name(use.name(), out);
    out.bytes(Bytes.of(use.access().name()));
    name(use.via(), out);
    out.truth(use.isTemporary()).truth(use.isCertain());
  }

  private static void name(TableName name, StateWriter out) {
    out.bytes(name.database()).bytes(name.table());
  }

  /** Restores definitions. */
  void read(Bytes stored) {
    StateReader in = new StateReader(stored);
    while (!in.isAtEnd()) {
      CatalogKind part = CatalogKind.of(in.number());
      boolean isKept = in.truth();
      Key key = new Key(part, name(in));
      if (part == null) {
        skip(isKept, in); // earlier versions kept what took part with a table
        continue;
      }
      forget(key);
      if (isKept) {
        Bytes entry = in.bytes();
        learn(key, new StateReader(entry));
        int length = entry.length() + key.name().database().length() + key.name().table().length();
        kept.put(key, length);
        keptBytes += length;
      } else {
        catalog.remove(part, key.name());
      }
    }
    storedBytes = stored.length();
    changed.clear();
  }

  private static void skip(boolean isKept, StateReader in) {
    if (isKept) {
      in.bytes();
    }
  }

  private void learn(Key key, StateReader in) {
    if (key.part() == CatalogKind.COLUMNS) {
      boolean areAll = in.truth();
      List<Bytes> names = new ArrayList<>();
      for (int left = in.count(); left > 0; left--) {
        names.add(in.bytes());
      }
      catalog.putColumns(key.name(), areAll ? names : List.of());
    } else {
      List<TableUse> body = new ArrayList<>();
      for (int left = in.count(); left > 0; left--) {
        body.add(use(in));
      }
      if (in.isAtEnd()) {
        addOwnDrops(body);
      }
      catalog.putBody(key.part(), key.name(), List.copyOf(body));
    }
  }

  /** Earlier versions kept that a routine creates a temporary table, but not its drop. */
  private static void addOwnDrops(List<TableUse> body) {
    for (TableUse use : List.copyOf(body)) {
      boolean isCreated = use.access() == Access.CREATE || use.access() == Access.CREATE_IF_ABSENT;
      if (use.isTemporary() && isCreated) {
        body.add(new TableUse(use.name(), Access.DROP, use.via(), true, use.isCertain()));
      }
    }
  }

  private static TableUse use(StateReader in) {
    TableName name = name(in);
    Access access = access(in.bytes().toString());
    TableName via = name(in);
    boolean isTemporary = in.truth();
    return new TableUse(name, access, via, isTemporary, in.truth());
  }

  private static Access access(String name) {
    for (Access access : Access.values()) {
      if (access.name().equals(name)) {
        return access;
      }
    }
    throw StateReader.corrupt();
  }

  private static TableName name(StateReader in) {
    Bytes database = in.bytes();
    return new TableName(database, in.bytes());
  }
}
