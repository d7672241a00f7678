package org.colophon.reporters.mysql.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.TableEvent;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/**
 * What the server said it opened for statements that are not done, by connection and query id.
 * Belongs to one thread.
 */
public final class TableEvents {
  private static final Set<Bytes> OWN_DATABASES =
      Set.of(
          Bytes.of("mysql"),
          Bytes.of("information_schema"),
          Bytes.of("performance_schema"),
          Bytes.of("sys"));

  /** Of what nobody asks for any more, such as a statement cut short by a crash. */
  private static final int MOST_WAITING = 64;

  private final Map<Long, List<Opened>> waiting = new HashMap<>();

  /** A table that a statement opened. */
  public record Opened(long queryId, TableEvent event, TableName name) {}

  /** Takes an event; null if it is the server's own affair. */
  public Opened add(LogRecord event) {
    TableName name = new TableName(event.database, event.object);
    boolean isNothing = event.event == TableEvent.READ && name.isOfNumbers();
    if (OWN_DATABASES.contains(event.database) || isNothing) {
      return null;
    }
    Opened opened = new Opened(event.queryId, event.event, name);
    List<Opened> of = waiting.computeIfAbsent(event.connection, id -> new ArrayList<>(4));
    if (of.size() >= MOST_WAITING * MOST_WAITING) {
      of.clear();
    }
    of.add(opened);
    return opened;
  }

  /**
   * What was opened for a statement that is done now; with that what was opened for those that
   * began within it and have no record of their own, as the cursors of a procedure.
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

  /** Whether a statement is under way that began before the given one, which so is part of it. */
  public boolean isWithin(long connection, long queryId) {
    List<Opened> all = waiting.get(connection);
    if (all == null || all.isEmpty()) {
      return false;
    }
    for (Opened each : all) {
      if (each.queryId() < queryId) {
        return true;
      }
    }
    return false;
  }

  /** Whether a statement is under way that a connection runs, or that has a query id. */
  public boolean isUnderWay(long connection, long queryId) {
    for (Map.Entry<Long, List<Opened>> each : waiting.entrySet()) {
      boolean isIts = each.getKey() == connection && !each.getValue().isEmpty();
      if (isIts || each.getValue().stream().anyMatch(opened -> opened.queryId() == queryId)) {
        return true;
      }
    }
    return false;
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
    out.number(opened.queryId()).bytes(Bytes.of(opened.event().name()));
    out.bytes(opened.name().database()).bytes(opened.name().table());
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
    TableEvent event = event(in.bytes().toString());
    Bytes database = in.bytes();
    return new Opened(queryId, event, new TableName(database, in.bytes()));
  }

  private static TableEvent event(String name) {
    for (TableEvent event : TableEvent.values()) {
      if (event.name().equals(name)) {
        return event;
      }
    }
    throw StateReader.corrupt();
  }

  public void forget(long connection) {
    waiting.remove(connection);
  }
}
