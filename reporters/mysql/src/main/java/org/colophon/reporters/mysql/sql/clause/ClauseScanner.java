// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.clause;

import org.colophon.reporters.mysql.sql.cursor.Cursor;
import org.colophon.reporters.mysql.sql.cursor.StatementBuilder;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.colophon.reporters.mysql.sql.model.Statement;

/** Scans statements from their tokens. Stateless. Never throws. */
public final class ClauseScanner {
  private final NameCase nameCase;

  public ClauseScanner(NameCase nameCase) {
    this.nameCase = nameCase;
  }

  /**
   * Scans the tokens {@code [from, to)}. Names are converted to the case in which they are
   * compared. Names without a database remain without one.
   */
  public Statement scan(TokenBuffer tokens, int from, int to, SqlRules rules) {
    Cursor cursor = new Cursor(tokens, rules, nameCase, from, to);
    StatementBuilder draft = StatementScan.scan(cursor);
    boolean isLast = to == tokens.size();
    if (isLast && (tokens.isUnterminated() || tokens.isCutOff())) {
      draft.markNotUnderstood();
    }
    return draft.toStatement();
  }

  /**
   * Returns the end of the statement that begins at a token: the index of a semicolon, or the
   * number of tokens.
   */
  public static int end(TokenBuffer tokens, int from) {
    if (isCompound(tokens, from)) {
      return tokens.size();
    }
    int at = from;
    while (at < tokens.size() && tokens.term(at) != Term.SEMICOLON) {
      at++;
    }
    return at;
  }

  /**
   * Returns whether a statement may contain semicolons: it is a block, or a routine with a block.
   */
  private static boolean isCompound(TokenBuffer tokens, int from) {
    return switch (tokens.term(from)) {
      case BEGIN -> tokens.term(from + 1) == Term.NOT;
      case IF, LOOP, WHILE, REPEAT, CASE, FOR -> true;
      case CREATE -> isRoutineWithBlock(tokens, from);
      default -> false;
    };
  }

  private static boolean isRoutineWithBlock(TokenBuffer tokens, int from) {
    boolean isRoutine = false;
    for (int at = from; at < tokens.size(); at++) {
      switch (tokens.term(at)) {
        case PROCEDURE, FUNCTION, TRIGGER, EVENT, PACKAGE -> isRoutine = true;
        case TABLE, VIEW, SEMICOLON -> {
          return false;
        }
        case BEGIN, LOOP, WHILE, REPEAT, CASE, IF -> {
          if (isRoutine && !isIfExists(tokens, at)) {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }

  /** Returns whether a token is the IF of the IF NOT EXISTS before a routine's name. */
  private static boolean isIfExists(TokenBuffer tokens, int at) {
    return tokens.term(at) == Term.IF
        && switch (tokens.term(at - 1)) {
          case PROCEDURE, FUNCTION, TRIGGER, EVENT, PACKAGE, BODY -> true;
          default -> false;
        };
  }
}
