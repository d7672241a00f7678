// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.TableEvent;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * Tables that the server reported as opened for unfinished statements, by connection and query id.
 * One thread.
 */
public final class TableEvents {
  private static final Set<Bytes> OWN_DATABASES =
      Set.of(
          Bytes.of("mysql"),
          Bytes.of("information_schema"),
          Bytes.of("performance_schema"),
          Bytes.of("sys"));

  /**
   * Maximum number of events of a connection. There is a maximum because some statements never
   * finish, for example after a crash.
   */
  private static final int MAX_WAITING = 1 << 12;

  private final Map<Long, List<Opened>> waiting = new HashMap<>();

  /** Opened table of a statement. */
  public record Opened(long queryId, TableEvent event, TableName name) {}

  /** Adds an event. Returns null for an internal table of the server. */
  public @Nullable Opened add(LogRecord event) {
    TableName name = new TableName(event.database, event.object);
    boolean isNothing = event.event == TableEvent.READ && name.isOfNumbers();
    if (OWN_DATABASES.contains(event.database) || isNothing) {
      return null;
    }
    Opened opened = new Opened(event.queryId, event.event, name);
    List<Opened> of = waiting.computeIfAbsent(event.connection, id -> new ArrayList<>(4));
    if (of.size() >= MAX_WAITING) {
      limit(of);
    }
    of.add(opened);
    return opened;
  }

  /** Removes repeated events, such as those of a loop; all events if this is not enough. */
  private static void limit(List<Opened> of) {
    Set<Opened> seen = new HashSet<>();
    of.removeIf(each -> !seen.add(new Opened(0, each.event(), each.name())));
    if (of.size() > MAX_WAITING / 2) {
      of.clear();
    }
  }

  /**
   * Removes the tables of a finished statement, and of statements within it that have no record,
   * such as the cursors of a procedure.
   */
  public List<Opened> take(long connection, long queryId) {
    List<Opened> all = waiting.get(connection);
    if (all == null || all.isEmpty()) {
      return List.of();
    }
    List<Opened> of = new ArrayList<>(all.size());
    int left = 0;
    for (Opened each : all) {
      if (each.queryId() < queryId) {
        all.set(left++, each);
      } else if (!of.contains(each)) {
        of.add(each);
      }
    }
    all.subList(left, all.size()).clear();
    return of;
  }

  /** Returns whether a statement runs within an earlier statement that has not finished. */
  public boolean isWithin(long connection, long queryId) {
    List<Opened> all = waiting.getOrDefault(connection, List.of());
    return all.stream().anyMatch(each -> each.queryId() < queryId);
  }

  /**
   * Returns the tables that earlier unfinished statements opened for reading. Statements of a
   * routine without a record, such as cursors and assignments, are among them.
   */
  public List<TableName> readBefore(long connection, long queryId) {
    return waiting.getOrDefault(connection, List.of()).stream()
        .filter(each -> each.queryId() < queryId && each.event() == TableEvent.READ)
        .map(Opened::name)
        .distinct()
        .toList();
  }

  public void write(StateWriter out) {
    out.number(waiting.values().stream().filter(each -> !each.isEmpty()).count());
    waiting.forEach(
        (connection, opened) -> {
          if (!opened.isEmpty()) {
            out.number(connection).number(opened.size());
            opened.forEach(each -> write(each, out));
          }
        });
  }

  private static void write(Opened opened, StateWriter out) {
    out.number(opened.queryId()).constant(opened.event());
    out.name(opened.name());
  }

  public void read(StateReader in) {
    for (int left = in.count(); left > 0; left--) {
      List<Opened> of = waiting.computeIfAbsent(in.number(), id -> new ArrayList<>(4));
      for (int openedLeft = in.count(); openedLeft > 0; openedLeft--) {
        of.add(opened(in));
      }
    }
  }

  private static Opened opened(StateReader in) {
    long queryId = in.number();
    TableEvent event = in.constant(TableEvent.class);
    return new Opened(queryId, event, in.name());
  }

  public void forget(long connection) {
    waiting.remove(connection);
  }
}
