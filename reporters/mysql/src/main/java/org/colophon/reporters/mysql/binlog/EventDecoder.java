// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.binlog.event.EventBytes;
import org.colophon.reporters.mysql.binlog.event.EventHeader;
import org.colophon.reporters.mysql.binlog.event.EventType;
import org.colophon.reporters.mysql.binlog.event.LoggedStatement;
import org.colophon.reporters.mysql.binlog.event.MalformedEventException;
import org.colophon.reporters.mysql.binlog.event.QueryEvent;
import org.colophon.reporters.mysql.binlog.event.RowChange;
import org.colophon.reporters.mysql.binlog.event.RowCounter;
import org.colophon.reporters.mysql.binlog.event.TableMap;
import org.jspecify.annotations.Nullable;

/**
 * Combines events into statements and transactions. Keeps only the state of the current transaction
 * and statement. One thread.
 */
final class EventDecoder {
  private static final int STATEMENT_ENDS = 1;

  private final BinlogHandler handler;
  private final Map<Long, TableMap> tables = new HashMap<>();
  private final List<RowChange> changes = new ArrayList<>();
  private Bytes text = Bytes.EMPTY;
  private @Nullable EventGroup group;
  private boolean isOpen;
  private int toPass;

  /**
   * True if the current statement may have more events, because so far it has only fetched a number
   * from a sequence. MariaDB marks the statement as ended after this, and logs its other events
   * without the text.
   */
  private boolean mayContinue;

  /** True if MariaDB logged the text of the current statement. */
  private boolean isAnnotated;

  private long nanos;

  EventDecoder(BinlogHandler handler) {
    this.handler = handler;
  }

  /** Current transaction, null between transactions. */
  @Nullable EventGroup group() {
    return group;
  }

  private EventGroup current() {
    return Objects.requireNonNull(group, "no transaction was begun");
  }

  /** Begins or resumes a transaction. */
  void start(EventGroup begun, boolean isOpened) {
    group = begun;
    isOpen = isOpened;
    toPass = 0;
    clear();
  }

  /** Skips a number of statements that were reported before. */
  void pass(int count) {
    toPass = count;
  }

  boolean isOpen() {
    return isOpen;
  }

  boolean isPassing() {
    return toPass > 0;
  }

  /** Discards the remaining events of a damaged statement. */
  void forgetStatement() {
    flush(); // a statement that may continue counts as complete
    clear();
  }

  /** Ends a transaction without further events. An unreadable end counts as a commit. */
  void finish() {
    if (isOpen) {
      end(BinlogHandler.End.COMMIT);
    }
  }

  private void clear() {
    tables.clear();
    changes.clear();
    text = Bytes.EMPTY;
    isAnnotated = false;
    mayContinue = false;
  }

  /** Completes the current statement. */
  private void flush() {
    if (mayContinue) {
      handOn();
    }
  }

  /**
   * Decodes an event.
   *
   * @return whether the event completes a statement or transaction
   */
  boolean take(EventHeader head, EventBytes in) throws MalformedEventException {
    int type = head.type();
    RowChange.Kind rows = EventType.rows(type);
    if (rows != null) {
      return rows(head, rows, in);
    }
    switch (type) {
      case EventType.GTID, EventType.ANONYMOUS_GTID -> mysqlGtid(type, in);
      case EventType.MARIA_GTID -> mariaGtid(head, in);
      case EventType.TABLE_MAP -> tables.put(in.number(6), table(in));
      case EventType.ROWS_QUERY -> {
        in.skip(1);
        text = in.bytes(in.left());
        isAnnotated = false;
      }
      case EventType.MARIA_ANNOTATE_ROWS -> {
        flush();
        text = in.bytes(in.left());
        isAnnotated = true;
      }
      case EventType.QUERY, EventType.MARIA_QUERY_COMPRESSED, EventType.EXECUTE_LOAD_QUERY -> {
        return query(head, QueryEvent.read(type, in));
      }
      case EventType.XID -> {
        return end(BinlogHandler.End.COMMIT);
      }
      case EventType.XA_PREPARE -> {
        return prepare(in);
      }
      default -> {
        // Ignores heartbeats, and values of statements that are logged as text.
        return false;
      }
    }
    return false;
  }

  private static TableMap table(EventBytes in) throws MalformedEventException {
    in.skip(2);
    return TableMap.read(in);
  }

  // --- transaction names ---

  private void mysqlGtid(int type, EventBytes in) throws MalformedEventException {
    in.skip(1);
    byte[] source = in.array(16);
    long number = in.number(8);
    String gtid = type == EventType.GTID ? uuid(source) + ":" + number : "";
    long commitNanos = 0;
    if (in.left() >= 17 + 7 && in.u8() == 2) {
      in.skip(16);
      long micros = in.number(7) & ~(1L << 55);
      commitNanos = TimeUnit.MICROSECONDS.toNanos(micros);
    }
    name(gtid, commitNanos);
  }

  private static String uuid(byte[] bytes) {
    StringBuilder text = new StringBuilder(36);
    for (int i = 0; i < bytes.length; i++) {
      text.append(i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "");
      text.append(String.format("%02x", bytes[i]));
    }
    return text.toString();
  }

  private void mariaGtid(EventHeader head, EventBytes in) throws MalformedEventException {
    long number = in.number(8);
    long domain = in.number(4);
    isOpen = (in.u8() & 1) == 0;
    name(domain + "-" + head.serverId() + "-" + number, 0);
  }

  private void name(String gtid, long commitNanos) {
    group = current().named(gtid, commitNanos);
  }

  // --- statements ---

  private boolean query(EventHeader head, QueryEvent query) {
    flush();
    if (query.begins()) {
      isOpen = true;
      group = current().of(query.connection());
      return false;
    }
    if (query.commits()) {
      return end(BinlogHandler.End.COMMIT);
    }
    if (query.rollsBack()) {
      return end(BinlogHandler.End.ROLLBACK);
    }
    if (query.endsPrepared()) {
      return endPrepared(query);
    }
    if (query.startsWith("XA END ")) {
      return false;
    }
    long begun = TimeUnit.SECONDS.toNanos(head.seconds());
    LoggedStatement statement = query.statement(begun);
    clear();
    if (isOpen) {
      return statement(statement);
    }
    handler.definition(current(), statement);
    return true;
  }

  private boolean endPrepared(QueryEvent query) {
    boolean commits = query.startsWith("XA COMMIT ");
    group = current().ofXa(query.text().slice(commits ? 10 : 12, query.text().length()));
    return end(commits ? BinlogHandler.End.COMMIT_PREPARED : BinlogHandler.End.ROLLBACK_PREPARED);
  }

  /**
   * Handles the preparation of an XA transaction. Formats its id like the statement that ends the
   * XA transaction.
   */
  private boolean prepare(EventBytes in) throws MalformedEventException {
    boolean isOnePhase = in.u8() != 0;
    long format = in.number(4);
    int first = (int) in.number(4);
    int second = (int) in.number(4);
    String global = hex(in.array(first));
    group =
        current().ofXa(Bytes.of("X'" + global + "',X'" + hex(in.array(second)) + "'," + format));
    return end(isOnePhase ? BinlogHandler.End.COMMIT : BinlogHandler.End.PREPARE);
  }

  private static String hex(byte[] bytes) {
    return java.util.HexFormat.of().formatHex(bytes);
  }

  private boolean end(BinlogHandler.End end) {
    flush();
    clear();
    isOpen = false;
    handler.end(current(), end);
    return true;
  }

  private boolean rows(EventHeader head, RowChange.Kind kind, EventBytes in)
      throws MalformedEventException {
    long number = in.number(6);
    int flags = (int) in.number(2);
    if (EventType.isSecondVersion(head.type())) {
      in.skip(in.number(2) - 2);
    }
    TableMap table = tables.get(number);
    if (table != null) {
      add(changes, new RowChange(table.name, kind, RowCounter.count(head.type(), table, in)));
    } else if (in.left() > 1) {
      throw new MalformedEventException("no table has the number " + number);
    }
    if ((flags & STATEMENT_ENDS) == 0) {
      return false;
    }
    nanos = TimeUnit.SECONDS.toNanos(head.seconds());
    mayContinue = isAnnotated && table != null && table.isSequence() && changes.size() == 1;
    if (mayContinue) {
      tables.clear();
      return false;
    }
    return handOn();
  }

  private boolean handOn() {
    LoggedStatement statement =
        new LoggedStatement(text, Bytes.EMPTY, 0, nanos, List.copyOf(changes));
    clear();
    return statement(statement);
  }

  private boolean statement(LoggedStatement statement) {
    if (toPass > 0) {
      toPass--;
      return true;
    }
    handler.statement(current(), statement);
    return true;
  }

  /** Adds up the row changes of each table. */
  static void add(List<RowChange> changes, RowChange change) {
    for (int i = 0; i < changes.size(); i++) {
      RowChange other = changes.get(i);
      if (other.kind() == change.kind() && other.table().equals(change.table())) {
        changes.set(i, other.plus(change.rows()));
        return;
      }
    }
    changes.add(change);
  }
}
