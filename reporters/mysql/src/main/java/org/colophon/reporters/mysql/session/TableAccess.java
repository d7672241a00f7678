package org.colophon.reporters.mysql.session;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.colophon.core.model.OperationKind;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.Rename;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Records what statements do to tables. Belongs to one thread. */
final class TableAccess {
  private static final int HEAD = 64;

  private final Tables tables;
  private final Output output;
  private final Holds holds;
  private final Generation generation;

  /** Where the writes of the statement at hand have gone. */
  private List<Long> written = List.of();

  /** Tells tables apart that are created under one name: by the place in the log. */
  interface Generation {
    String of(LogRecord record);
  }

  TableAccess(Tables tables, Output output, Holds holds, Generation generation) {
    this.tables = tables;
    this.output = output;
    this.holds = holds;
    this.generation = generation;
  }

  boolean isKnown(TableName name) {
    return tables.isKnown(name);
  }

  TableState get(TableName name) {
    return tables.get(name);
  }

  /** What a statement did that succeeded, as far as the log tells. */
  void record(
      Session session, long process, List<Touch> touches, Statement statement, LogRecord record) {
    written = new ArrayList<>(2);
    for (Touch touch : touches) {
      if (touch.access().isRead()) {
        read(session, process, touch, record);
      }
    }
    for (Touch touch : touches) {
      if (touch.access().isWrite()) {
        write(session, process, touch, statement, record);
      }
    }
    for (Rename rename : statement.renames()) {
      tables.rename(rename.from(), rename.to(), generation.of(record), process);
    }
    if (statement.kind() == StatementKind.DROP_DATABASE) {
      tables.dropDatabase(statement.subject(), process);
    }
  }

  /** What a statement would have done that failed. */
  void touch(Session session, long process, List<Touch> touches) {
    for (Touch touch : touches) {
      if (tables.isKnown(touch.name()) && !touch.isTemporary()) {
        TableState table = tables.get(touch.name());
        OperationKind kind = touch.access().isRead() ? OperationKind.READ : OperationKind.OPEN;
        output.access(kind, process, table.object);
      }
    }
  }

  private void read(Session session, long process, Touch touch, LogRecord record) {
    TableState table = find(session, touch);
    output.access(OperationKind.READ, process, table.object);
    if (session.transaction != null) {
      session.transaction.read(process, table, output);
    }
    boolean isTold = record.queryId != LogRecord.NO_QUERY_ID;
    if (!isTold) {
      table.add(new Reading(session, process, 0, written));
    } else if (table.openWriters > 0) {
      holds.hold(process);
      table.add(new Reading(session, process, record.queryId, written));
    }
  }

  private TableState find(Session session, Touch touch) {
    TableState temporary = session.temporary.get(touch.name());
    return temporary != null && !touch.isTold() ? temporary : tables.get(touch.name());
  }

  private void write(
      Session session, long process, Touch touch, Statement statement, LogRecord record) {
    switch (touch.access()) {
      case CREATE, CREATE_IF_ABSENT -> create(session, process, touch, record);
      case DROP -> drop(session, process, touch);
      case TRUNCATE -> {
        TableState table = find(session, touch);
        output.cut(process, table.object);
        effect(session, process, table, record);
      }
      default -> change(session, process, touch, statement, record);
    }
  }

  private void change(
      Session session, long process, Touch touch, Statement statement, LogRecord record) {
    TableState table = find(session, touch);
    boolean isAlone = session.transaction == null || isDefinition(statement);
    if (isAlone) {
      effect(session, process, table, record);
    } else {
      session.transaction.write(process, touch.name(), table, output, holds);
    }
  }

  private static boolean isDefinition(Statement statement) {
    return switch (statement.kind()) {
      case CREATE_TABLE, ALTER_TABLE, TRUNCATE, DROP_TABLE -> true;
      default -> false;
    };
  }

  private void effect(Session session, long process, TableState table, LogRecord record) {
    Effects.write(process, table.object, record.error == 0, output);
    written.add(table.object);
    table.changed(session, record.queryId, output);
  }

  private void create(Session session, long process, Touch touch, LogRecord record) {
    TableName name = touch.name();
    TableState table;
    if (touch.isTemporary()) {
      table = new TableState(output.object(ServerNames.temporary(name, session.connection)));
      session.temporary.put(name, table);
    } else if (isNew(touch, record)) {
      table = tables.create(name, generation.of(record), process);
    } else {
      table = tables.get(name);
    }
    effect(session, process, table, record);
  }

  /** Where the log does not tell of errors, a table that is there already was not made anew. */
  private boolean isNew(Touch touch, LogRecord record) {
    if (!tables.isKnown(touch.name())) {
      return true;
    }
    boolean isIfAbsent = touch.access() == Access.CREATE_IF_ABSENT;
    return !isIfAbsent && (record.error == 0 || replaces(record));
  }

  private static boolean replaces(LogRecord record) {
    int end = Math.min(record.to, record.from + HEAD);
    String head =
        new String(record.text, record.from, end - record.from, StandardCharsets.ISO_8859_1);
    return head.toLowerCase(Locale.ROOT).matches("(?s)\\s*create\\s+or\\s+replace\\s.*");
  }

  private void drop(Session session, long process, Touch touch) {
    TableState temporary = session.temporary.remove(touch.name());
    if (temporary != null) {
      output.access(OperationKind.RENAME, process, temporary.object);
    } else if (!touch.isTemporary()) {
      tables.drop(touch.name(), process);
    }
  }
}
