// SPDX-License-Identifier: Apache-2.0
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
 * Combines the tables of a statement's text with those that the server reported as opened.
 *
 * <p>The server resolves views, routines, triggers and cascades. It does not report tables that are
 * temporary, locked by LOCK TABLES, or opened by an outer statement. It also opens tables for
 * writing that an UPDATE only reads or a SELECT FOR UPDATE only locks. So the text decides the
 * access to a table that it names and the server reports. A table that only the server reports has
 * the reported access. A table that only the text names counts if the server does not report such
 * tables.
 */
public final class TableUseResolver {
  private TableUseResolver() {}

  /** Returns the table uses in the text. */
  public static List<ResolvedTableUse> ofText(Statement statement) {
    List<ResolvedTableUse> all = new ArrayList<>(statement.tables().size());
    for (TableUse use : statement.tables()) {
      if (use.access().isOfTable()) {
        all.add(new ResolvedTableUse(use.name(), use.access(), use.isTemporary(), false));
      }
    }
    return all;
  }

  /** Returns the uses of a statement that also reads other tables. */
  static List<ResolvedTableUse> with(List<ResolvedTableUse> uses, List<TableName> reads) {
    List<ResolvedTableUse> all = new ArrayList<>(uses);
    for (TableName read : reads) {
      ResolvedTableUse use = new ResolvedTableUse(read, Access.READ, false, true);
      if (!all.contains(use)) {
        all.add(use);
      }
    }
    return all;
  }

  public static boolean changeRows(Statement statement, List<ResolvedTableUse> touches) {
    return switch (statement.kind()) {
      case INSERT, REPLACE, UPDATE, DELETE, LOAD, CALL, BLOCK -> true;
      default -> touches.stream().anyMatch(touch -> touch.access().isWrite());
    };
  }

  /** Returns the writes to the tables with changed rows, and the reads in the text. */
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
   * Returns the table uses in the text, combined with the tables that the server reported.
   *
   * @param isOmitted whether the server does not report the tables of this statement, since they
   *     are locked or were opened by an outer statement
   */
  public static List<ResolvedTableUse> of(
      Statement statement, List<Opened> opened, boolean isOmitted) {
    if (opened.isEmpty() && (isOmitted || isCached(statement))) {
      return ofText(statement);
    }
    List<ResolvedTableUse> all = new ArrayList<>(opened.size());
    boolean hasView = false;
    for (TableUse use : statement.tables()) {
      boolean isReported = isOpened(opened, use.name());
      if (isOfRoutine(use)) {
        continue; // the statements of the routine have their own records
      }
      if (use.access().isOfTable() && (isReported || use.isTemporary() || isOmitted)) {
        all.add(new ResolvedTableUse(use.name(), use.access(), use.isTemporary(), isReported));
      }
      hasView |= !isReported && use.access().isWrite() && !use.isTemporary();
    }
    if (movesRows(statement.kind())) {
      addUnnamed(all, statement, opened, hasView);
    }
    return all;
  }

  /** Returns whether a routine may have created or dropped a temporary table of the session. */
  private static boolean isOfRoutine(TableUse use) {
    return use.isTemporary() && !use.via().isNone();
  }

  /**
   * Returns whether a statement may have read tables although it opened none: a query that the
   * query cache answered, or a query of temporary tables only.
   */
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

  /**
   * Returns whether the statement reads or writes rows of opened tables. Other statements use only
   * the definitions of the tables.
   */
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
          EXECUTE,
          CREATE_TABLE,
          UNKNOWN ->
          true;
      default -> false;
    };
  }
}
