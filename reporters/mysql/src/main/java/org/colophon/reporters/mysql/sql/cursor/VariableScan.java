// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.cursor;

import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.VariableUse;

/** Finds the session variables that a statement reads and sets, and local variables after INTO. */
public final class VariableScan {
  private VariableScan() {}

  public static void scan(Cursor cursor, StatementBuilder draft) {
    // LOAD and GET set variables without the word INTO and an equals sign.
    boolean isGet = cursor.term() == Term.GET;
    boolean isLoad = draft.kind() == StatementKind.LOAD;
    boolean isInto = false;
    int depth = 0;
    for (; !cursor.isAtEnd(); cursor.advance()) {
      switch (cursor.term()) {
        case INTO -> isInto = true;
        case OPENING -> depth++;
        case CLOSING -> depth--;
        case SET -> {
          isLoad &= cursor.term(-1) == Term.CHARACTER;
          isInto = false;
        }
        case VARIABLE -> use(cursor, draft, isInto || isGet || (isLoad && depth > 0), depth);
        case COMMA -> {
          // More variables may follow.
        }
        default -> isInto = isInto && setsLocal(cursor, draft);
      }
    }
  }

  /**
   * Adds a local variable of a routine after INTO. Later statements may use the values of earlier
   * ones, so the statement also counts as a reader.
   */
  private static boolean setsLocal(Cursor cursor, StatementBuilder draft) {
    boolean isFile = cursor.term() == Term.OUTFILE || cursor.term() == Term.DUMPFILE;
    boolean isLocal = draft.kind() == StatementKind.SELECT && cursor.term().isNameLike() && !isFile;
    if (isLocal) {
      draft.variable(VariableUse.LOCALS, true);
      draft.variable(VariableUse.LOCALS, false);
    }
    return isLocal;
  }

  private static void use(Cursor cursor, StatementBuilder draft, boolean isInto, int depth) {
    if (isSystems(cursor) || isHost(cursor)) {
      return;
    }
    boolean isOut = draft.kind() == StatementKind.CALL;
    boolean isSet = isInto || isAssigned(cursor, draft.kind(), depth);
    draft.variable(cursor.variable(), isSet || isOut);
    if (isOut) {
      draft.variable(cursor.variable(), false);
    }
  }

  /** Returns whether the current token is a system variable of the server. */
  private static boolean isSystems(Cursor cursor) {
    return cursor.raw().length() < 2 || cursor.raw().at(1) == '@';
  }

  /** Returns whether the current token is the host of an account. */
  private static boolean isHost(Cursor cursor) {
    return cursor.touchesLast() && cursor.term(-1).isSolid();
  }

  private static boolean isAssigned(Cursor cursor, StatementKind kind, int depth) {
    boolean isColon = cursor.term(1) == Term.SYMBOL && cursor.raw(1).equals(Cursor.COLON);
    if (isColon) {
      return cursor.term(2) == Term.EQUALS;
    }
    Term before = cursor.term(-1);
    boolean isTarget = before == Term.SET || before == Term.COMMA;
    return kind == StatementKind.SET && depth == 0 && isTarget && cursor.term(1) == Term.EQUALS;
  }
}
