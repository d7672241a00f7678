// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.clause;

import java.util.EnumSet;
import java.util.Set;
import org.colophon.reporters.mysql.sql.cursor.Cursor;
import org.colophon.reporters.mysql.sql.cursor.StatementBuilder;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TransactionEffect;

/** Scans compound statements: bodies of routines and anonymous blocks. */
final class BodyScan {
  private static final Set<Term> VERBS =
      EnumSet.of(
          Term.SELECT,
          Term.INSERT,
          Term.REPLACE,
          Term.UPDATE,
          Term.DELETE,
          Term.WITH,
          Term.CALL,
          Term.EXECUTE,
          Term.TRUNCATE,
          Term.LOAD,
          Term.CREATE,
          Term.ALTER,
          Term.DROP,
          Term.RENAME);

  private static final Set<Term> BREAKS =
      EnumSet.of(Term.SEMICOLON, Term.THEN, Term.ELSE, Term.DO, Term.BEGIN, Term.LOOP, Term.REPEAT);

  private static final Set<Term> STOPS = stops();

  private static final Set<Term> STATEMENT_ENDS = EnumSet.of(Term.SEMICOLON);

  private BodyScan() {}

  private static Set<Term> stops() {
    Set<Term> stops = EnumSet.copyOf(BREAKS);
    stops.addAll(VERBS);
    return stops;
  }

  /** Scans an anonymous block. */
  static void block(Cursor cursor, StatementBuilder draft) {
    draft.kind(StatementKind.BLOCK).transaction(TransactionEffect.UNKNOWN);
    draft.include(scan(cursor));
  }

  static StatementBuilder scan(Cursor cursor) {
    StatementBuilder all = new StatementBuilder();
    while (!cursor.isAtEnd()) {
      int from = cursor.at();
      boolean isVerb = isVerb(cursor);
      if (isVerb) {
        cursor.seek(STATEMENT_ENDS);
        all.run(StatementScan.scan(cursor.over(from, cursor.at())));
      } else {
        seekNext(cursor);
        new TableScan(cursor.over(from, cursor.at()), all).query();
      }
      if (BREAKS.contains(cursor.term())) {
        cursor.advance();
      }
    }
    return all;
  }

  /** Moves to the next statement, or to a word that ends a statement. */
  private static void seekNext(Cursor cursor) {
    while (cursor.seek(STOPS) && VERBS.contains(cursor.term()) && !isVerb(cursor)) {
      cursor.advance();
    }
  }

  /**
   * Returns whether a verb begins a statement. A word before a parenthesis is a function instead.
   */
  private static boolean isVerb(Cursor cursor) {
    return VERBS.contains(cursor.term())
        && (cursor.term(1) != Term.OPENING || cursor.term() == Term.SELECT);
  }
}
