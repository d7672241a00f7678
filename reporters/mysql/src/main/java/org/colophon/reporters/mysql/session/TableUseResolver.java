package org.colophon.reporters.mysql.session;

import java.util.ArrayList;
import java.util.List;
import org.colophon.reporters.mysql.binlog.event.RowChange;
import org.colophon.reporters.mysql.log.TableEvent;
import org.colophon.reporters.mysql.session.TableEvents.Opened;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;
import org.colophon.reporters.mysql.state.ResolvedTableUse;

/**
 * Puts together what a statement's text says and what the server said it opened.
 *
 * <p>The server knows which tables: through views, routines, triggers and cascades, but not those
 * that are temporary, locked by LOCK TABLES, or opened for the statement around. It does not always
 * know which way: what an UPDATE reads, and what SELECT FOR UPDATE does not write, it opens for
 * writing. So of a table in both the text says the way; one in the server's list alone counts as it
 * was opened; one in the text alone counts only where the server would not have said so.
 */
public final class TableUseResolver {
  private TableUseResolver() {}

  /** By the text alone: the log has no word of the server. */
  public static List<ResolvedTableUse> ofText(Statement statement) {
    List<ResolvedTableUse> all = new ArrayList<>(statement.tables().size());
    for (TableUse use : statement.tables()) {
      if (use.access() != Access.SCHEMA) {
        all.add(new ResolvedTableUse(use.name(), use.access(), use.isTemporary(), false));
      }
    }
    return all;
  }

  /** Whether a statement changes rows of tables, or may. */
  public static boolean changeRows(Statement statement, List<ResolvedTableUse> touches) {
    return switch (statement.kind()) {
      case INSERT, REPLACE, UPDATE, DELETE, LOAD, CALL, BLOCK -> true;
      default -> touches.stream().anyMatch(touch -> touch.access().isWrite());
    };
  }

  /** By the rows that were changed; the text says what else was read. */
  public static List<ResolvedTableUse> ofRows(Statement statement, List<RowChange> changes) {
    List<ResolvedTableUse> all = new ArrayList<>(statement.tables().size() + changes.size());
    for (TableUse use : statement.tables()) {
      if (use.access() == Access.READ) {
        all.add(new ResolvedTableUse(use.name(), Access.READ, use.isTemporary(), false));
      }
    }
    for (RowChange change : changes) {
      all.add(new ResolvedTableUse(change.table(), access(change.kind()), false, true));
    }
    return all;
  }

  private static Access access(RowChange.Kind kind) {
    return switch (kind) {
      case INSERT -> Access.INSERT;
      case UPDATE -> Access.UPDATE;
      case DELETE -> Access.DELETE;
    };
  }

  /**
   * By both.
   *
   * @param isUntold whether the server does not name the tables of this statement: they are locked,
   *     or were opened before by the statement that it is part of
   */
  public static List<ResolvedTableUse> of(
      Statement statement, List<Opened> opened, boolean isUntold) {
    if (opened.isEmpty() && (isUntold || isCached(statement))) {
      return ofText(statement);
    }
    List<ResolvedTableUse> all = new ArrayList<>(opened.size());
    boolean hasView = false;
    for (TableUse use : statement.tables()) {
      boolean isTold = isOpened(opened, use.name());
      if (isOfRoutine(use)) {
        continue; // its own statements tell what it did
      }
      if (use.access() != Access.SCHEMA && (isTold || use.isTemporary() || isUntold)) {
        all.add(new ResolvedTableUse(use.name(), use.access(), use.isTemporary(), isTold));
      }
      hasView |= !isTold && use.access().isWrite() && !use.isTemporary();
    }
    if (movesRows(statement.kind())) {
      addUnnamed(all, statement, opened, hasView);
    }
    return all;
  }

  /** Whether a routine may have made or dropped a temporary table of the session. */
  private static boolean isOfRoutine(TableUse use) {
    return use.isTemporary() && !use.via().isNone();
  }

  /** A query that opened nothing was answered from the query cache, or has but temporary tables. */
  private static boolean isCached(Statement statement) {
    return statement.kind() == StatementKind.SELECT;
  }

  private static void addUnnamed(
      List<ResolvedTableUse> all, Statement statement, List<Opened> opened, boolean writesView) {
    for (Opened each : opened) {
      if (!isNamed(statement, each.name())) {
        if (each.event() == TableEvent.READ || (writesView && each.event() == TableEvent.WRITE)) {
          all.add(new ResolvedTableUse(each.name(), Access.READ, false, true));
        }
        if (each.event() == TableEvent.WRITE) {
          all.add(new ResolvedTableUse(each.name(), Access.UPDATE, false, true));
        }
      }
    }
  }

  private static boolean isOpened(List<Opened> opened, TableName name) {
    for (Opened each : opened) {
      if (each.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNamed(Statement statement, TableName name) {
    for (TableUse use : statement.tables()) {
      if (use.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether rows pass through what such a statement opens; others only look at definitions. */
  private static boolean movesRows(StatementKind kind) {
    return switch (kind) {
      case SELECT,
          INSERT,
          REPLACE,
          UPDATE,
          DELETE,
          LOAD,
          CALL,
          DO,
          SET,
          BLOCK,
          HANDLER,
          EXECUTE,
          CREATE_TABLE,
          UNKNOWN ->
          true;
      default -> false;
    };
  }
}
