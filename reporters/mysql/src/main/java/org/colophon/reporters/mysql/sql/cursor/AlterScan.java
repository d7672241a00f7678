// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.cursor;

import java.util.EnumSet;
import java.util.Set;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Scans ALTER TABLE for renames and exchanges of rows. */
public final class AlterScan {
  private static final Set<Term> ENGINE_OR_QUERY = EnumSet.of(Term.ENGINE, Term.SELECT);

  private AlterScan() {}

  public static void scan(Cursor cursor, StatementBuilder draft) {
    draft.kind(StatementKind.ALTER_TABLE);
    boolean isOptional = cursor.acceptIfExists();
    TableName table = cursor.tableName();
    draft.use(table, Access.ALTER);
    skipWait(cursor);
    engine(cursor, draft);
    while (!cursor.isAtEnd()) {
      switch (cursor.term()) {
        case RENAME -> rename(cursor, draft, table, isOptional);
        case TABLE -> exchange(cursor, draft, table);
        case OPENING -> cursor.skipParentheses();
        default -> cursor.advance();
      }
    }
  }

  /** Finds the storage engine in the options of a table. Does not move the cursor. */
  public static void engine(Cursor cursor, StatementBuilder draft) {
    Cursor ahead = cursor.over(cursor.at(), cursor.end());
    if (ahead.seek(ENGINE_OR_QUERY) && ahead.accept(Term.ENGINE)) {
      ahead.accept(Term.EQUALS);
      if (ahead.term() == Term.STRING || ahead.term().isNameLike()) {
        draft.subject(NameCase.fold(ahead.term() == Term.STRING ? ahead.string() : ahead.name()));
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
