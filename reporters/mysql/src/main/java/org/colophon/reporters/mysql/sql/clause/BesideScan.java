package org.colophon.reporters.mysql.sql.clause;

import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.Access;

/**
 * Finds what takes part whenever a table that is defined is used: the sequences of its columns'
 * defaults, and the tables that one of the MERGE engine stands for, with {@link Access#SCHEMA}.
 */
final class BesideScan {
  private BesideScan() {}

  /** Looks at a definition from the cursor to its end, or to a query. */
  static void scan(Cursor cursor, Draft draft) {
    Draft beside = new Draft();
    while (!cursor.isAtEnd() && cursor.term() != Term.SELECT) {
      switch (cursor.term()) {
        case NEXTVAL -> sequence(cursor, cursor.term(1) == Term.OPENING, 2, beside);
        case FOR -> sequence(cursor, isNextValue(cursor), 1, beside);
        case UNION -> children(cursor, beside);
        default -> {}
      }
      cursor.advance();
    }
    draft.body(beside);
  }

  private static boolean isNextValue(Cursor cursor) {
    return cursor.term(-1) == Term.VALUE && cursor.term(-2) == Term.NEXT;
  }

  private static void sequence(Cursor cursor, boolean isThere, int ahead, Draft beside) {
    if (isThere) {
      Cursor name = cursor.over(cursor.at() + ahead, cursor.end());
      beside.sequence(name.tableName());
    }
  }

  /** UNION=(a, b). */
  private static void children(Cursor cursor, Draft beside) {
    int ahead = cursor.term(1) == Term.EQUALS ? 2 : 1;
    if (cursor.term(ahead) == Term.OPENING && cursor.term(ahead + 1) != Term.SELECT) {
      Cursor names = cursor.over(cursor.at() + ahead, cursor.end());
      do {
        names.advance();
        beside.use(names.tableName(), Access.SCHEMA);
      } while (names.term() == Term.COMMA);
    }
  }
}
