// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.names;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.storage.common.NameEvent;
import org.colophon.storage.common.NameResolver;
import org.colophon.storage.jdbc.database.Session;
import org.colophon.storage.jdbc.database.Values;

/** Reads names from the rows of a {@link NameTable}. */
public final class NameReader {
  /** Number of rows that are read at once in a search for paths. */
  private static final int PAGE_ROWS = 1000;

  private final NameTable table;
  private final NameResolver<SQLException> resolver;

  /**
   * @param bound the last visible record
   */
  public NameReader(Session session, long bound) {
    this.table = new NameTable(session, bound);
    this.resolver = new NameResolver<>(table);
  }

  public long resolve(Bytes path, long asOf) throws SQLException {
    return resolver.resolve(path, asOf);
  }

  public List<NameBinding> bindingsOf(Bytes path) throws SQLException {
    return resolver.bindingsOf(path);
  }

  public List<NameBinding> namesOf(long object) throws SQLException {
    return resolver.namesOf(table.bindsOf(object));
  }

  public SortedMap<Bytes, Long> under(Bytes directory, long asOf) throws SQLException {
    return resolver.under(directory, asOf);
  }

  public SortedSet<Bytes> pathsEverUnder(Bytes directory) throws SQLException {
    return resolver.pathsEverUnder(directory);
  }

  /** Returns whether the last event that concerns a path is at a position. */
  public boolean isLatest(long position, Bytes path, long upTo) throws SQLException {
    NameEvent event = table.lastEventOver(path, upTo);
    NameEvent bind = table.lastBind(path, upTo);
    return event != null
        && event.position() == position
        && (bind == null || bind.position() < position);
  }

  /**
   * Returns the first paths that a record bound by name, each with its last object. Reads in pages.
   * The next page repeats the last paths of a page, which may have more rows.
   *
   * @param limit at least 1
   */
  public SortedMap<Bytes, Long> pathsFrom(Bytes prefix, int limit) throws SQLException {
    TreeMap<Bytes, NameEvent> found = new TreeMap<>();
    byte[] from = Values.head(prefix);
    int size = PAGE_ROWS;
    while (found.size() < limit) {
      List<NameEvent> page = table.page(prefix, from, size);
      if (page.size() < size) {
        page.forEach(each -> addPath(each, prefix, found));
        break;
      }
      byte[] last = Values.head(page.get(size - 1).path());
      size = Arrays.equals(last, from) ? 2 * size : PAGE_ROWS;
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
    boolean isBound = each.isBind() || (each.kind() == NameEvent.Kind.CAME && each.object() != 0);
    if (isBound && each.path().startsWith(prefix)) {
      found.merge(
          each.path(), each, (one, other) -> other.position() > one.position() ? other : one);
    }
  }
}
