package org.colophon.reporters.mysql.sql.clause;

import org.colophon.reporters.mysql.sql.lex.Term;

/** The columns that CREATE TABLE defines in parentheses. */
final class ColumnDefinitions {
  private ColumnDefinitions() {}

  /** Reads the parentheses here, unless they hold a query; moves behind them if so. */
  static void read(Cursor cursor, Draft draft) {
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
      define(cursor, draft);
      seekNext(cursor, behind - 1);
    }
    cursor.moveTo(behind);
  }

  private static void define(Cursor cursor, Draft draft) {
    switch (cursor.term()) {
      case PRIMARY, KEY, INDEX, UNIQUE, FULLTEXT, SPATIAL, CONSTRAINT, FOREIGN, CHECK -> {}
      case PERIOD -> {
        if (cursor.term(1) != Term.FOR) {
          column(cursor, draft);
        }
      }
      default -> column(cursor, draft);
    }
  }

  private static void column(Cursor cursor, Draft draft) {
    if (cursor.term().isNameLike()) {
      draft.column(NameCase.fold(cursor.name()));
    }
  }

  private static void seekNext(Cursor cursor, int closing) {
    while (cursor.at() < closing && cursor.term() != Term.COMMA) {
      if (cursor.term() == Term.OPENING) {
        cursor.skipParentheses();
      } else {
        cursor.advance();
      }
    }
    cursor.accept(Term.COMMA);
  }
}
