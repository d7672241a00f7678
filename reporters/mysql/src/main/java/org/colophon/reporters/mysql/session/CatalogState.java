package org.colophon.reporters.mysql.session;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.CatalogPart;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/**
 * What was learnt of a server's views, routines and columns as bytes: each change behind those
 * before, and now and then all anew, so that a definition costs what it takes and not what all do.
 *
 * <p>Bounded: about a MiB of what was defined last is kept, and at most twice that is stored.
 * Texts, which may hold secrets, are not kept. One thread.
 */
final class CatalogState {
  /** What is larger is not kept. */
  private static final int MOST_OF_ONE = 1 << 16;

  /** So much may be stored in vain. */
  private static final int SLACK = 1 << 14;

  /** Stands behind a body that has all that becomes of its own temporary tables. */
  private static final boolean HAS_DROPS = true;

  /** Stands before columns. Earlier versions also kept some columns of a table. */
  private static final boolean ARE_ALL = true;

  private final SqlCatalog catalog;
  private final int mostBytes;
  private final Set<Key> changed = new LinkedHashSet<>();

  /** How long each thing is that is kept; what changed last comes last. */
  private final Map<Key, Integer> kept = new LinkedHashMap<>();

  private long keptBytes;
  private long storedBytes;

  private record Key(CatalogPart part, TableName name) {}

  CatalogState(SqlCatalog catalog) {
    this(catalog, 1 << 20);
  }

  CatalogState(SqlCatalog catalog, int mostBytes) {
    this.catalog = catalog;
    this.mostBytes = mostBytes;
    catalog.watch((part, name) -> changed.add(new Key(part, name)));
  }

  /** What has changed since it was asked last. */
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
    boolean isKept = !entry.isEmpty() && entry.length() <= MOST_OF_ONE;
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

  /** Gives up what was defined longest ago. */
  private void limit() {
    Iterator<Integer> oldest = kept.values().iterator();
    while (keptBytes > mostBytes) {
      keptBytes -= oldest.next();
      oldest.remove();
    }
  }

  /** What is known, empty if nothing is. */
  private Bytes entry(Key key) {
    StateWriter out = new StateWriter();
    if (key.part() == CatalogPart.COLUMNS) {
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

  /** Learns what was kept. */
  void read(Bytes stored) {
    StateReader in = new StateReader(stored);
    while (!in.isAtEnd()) {
      CatalogPart part = CatalogPart.of(in.number());
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
    if (key.part() == CatalogPart.COLUMNS) {
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
        dropOwn(body);
      }
      catalog.putBody(key.part(), key.name(), List.copyOf(body));
    }
  }

  /** Earlier versions kept that a routine makes a temporary table, and not that it drops it. */
  private static void dropOwn(List<TableUse> body) {
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
