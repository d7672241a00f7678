package org.colophon.reporters.mysql.sql.cursor;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.NameCase;

/** Columns that CREATE TABLE defines in parentheses. */
public final class ColumnDefinitions {
  private static final String INVISIBLE = "invisible";

  private ColumnDefinitions() {}

  /** Reads the parentheses unless they hold a query, and moves behind them. */
  public static void read(Cursor cursor, StatementBuilder draft) {
    boolean isQuery =
        switch (cursor.term(1)) {
          case SELECT, WITH, VALUES, TABLE, OPENING -> true;
          default -> false;
        };
    if (cursor.term() != Term.OPENING || isQuery) {
      return;
    }
    int behind = cursor.closing() + 1;
    cursor.advance();
    while (cursor.at() < behind - 1) {
      seekNext(cursor, behind - 1, draft, define(cursor, draft));
    }
    cursor.moveTo(behind);
  }

  /** Returns whether a column is defined here, and moves behind its name. */
  private static boolean define(Cursor cursor, StatementBuilder draft) {
    return switch (cursor.term()) {
      case PRIMARY, KEY, INDEX, UNIQUE, FULLTEXT, SPATIAL, CONSTRAINT, FOREIGN, CHECK -> false;
      case PERIOD -> cursor.term(1) != Term.FOR && column(cursor, draft);
      default -> column(cursor, draft);
    };
  }

  private static boolean column(Cursor cursor, StatementBuilder draft) {
    boolean isNamed = cursor.term().isNameLike();
    if (isNamed) {
      draft.column(NameCase.fold(cursor.name()));
    }
    return isNamed;
  }

  private static void seekNext(
      Cursor cursor, int closing, StatementBuilder draft, boolean isColumn) {
    while (cursor.at() < closing && cursor.term() != Term.COMMA) {
      if (cursor.term() == Term.OPENING) {
        cursor.skipParentheses();
      } else {
        if (isColumn && isInvisible(cursor)) {
          draft.column(Bytes.EMPTY);
        }
        cursor.advance();
      }
    }
    cursor.accept(Term.COMMA);
  }

  /** Returns whether the word makes a column invisible to rows without a list of columns. */
  public static boolean isInvisible(Cursor cursor) {
    return cursor.term() == Term.WORD && NameCase.fold(cursor.raw()).toString().equals(INVISIBLE);
  }
}
