package org.colophon.reporters.mysql.sql.cursor;

import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Scans ALTER TABLE for renames and exchanges of rows. */
public final class AlterScan {
  private AlterScan() {}

  public static void scan(Cursor cursor, StatementBuilder draft) {
    draft.kind(StatementKind.ALTER_TABLE);
    boolean isOptional = cursor.acceptIfExists();
    TableName table = cursor.tableName();
    draft.use(table, Access.ALTER);
    skipWait(cursor);
    while (!cursor.isAtEnd()) {
      switch (cursor.term()) {
        case RENAME -> rename(cursor, draft, table, isOptional);
        case TABLE -> exchange(cursor, draft, table);
        case OPENING -> cursor.skipParentheses();
        default -> cursor.advance();
      }
    }
  }

  /** Skips WAIT and NOWAIT of MariaDB. */
  private static void skipWait(Cursor cursor) {
    if (!cursor.accept(Term.NOWAIT) && cursor.accept(Term.WAIT)) {
      cursor.advance();
    }
  }

  private static void rename(
      Cursor cursor, StatementBuilder draft, TableName table, boolean isOptional) {
    cursor.advance();
    boolean isSaid = cursor.accept(Term.TO) || cursor.accept(Term.AS) || cursor.accept(Term.EQUALS);
    boolean isTable =
        isSaid
            || switch (cursor.term()) {
              case COLUMN, INDEX, KEY -> false;
              default -> true;
            };
    if (isTable) {
      draft.rename(table, cursor.tableName(), isOptional);
    }
  }

  /**
   * Scans EXCHANGE PARTITION p WITH TABLE t, CONVERT PARTITION p TO TABLE t, and CONVERT TABLE t TO
   * PARTITION p.
   */
  private static void exchange(Cursor cursor, StatementBuilder draft, TableName table) {
    Term before = cursor.term(-1);
    cursor.advance();
    TableName other = cursor.tableName();
    switch (before) {
      case WITH -> {
        draft.use(table, Access.READ);
        draft.use(other, Access.ALTER);
        draft.use(other, Access.READ);
      }
      case TO -> {
        draft.use(table, Access.READ);
        draft.use(other, Access.CREATE);
      }
      default -> {
        draft.use(other, Access.READ);
        draft.use(other, Access.DROP);
      }
    }
  }
}
