// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

/** Detects the repeated rows of VALUES (...), (...), which the lexer drops. */
final class RowList {
  private static final int NONE = -1;

  private int firstClosing = NONE;
  private int rowOpen = NONE;
  private boolean isSimple;

  void clear() {
    firstClosing = NONE;
    rowOpen = NONE;
  }

  /** Called before an opening parenthesis is added. */
  void open(TokenBuffer tokens) {
    if (rowOpen != NONE) {
      return;
    }
    int back = tokens.lastTerm(1) == Term.ROW ? 2 : 1;
    Term before = tokens.lastTerm(back);
    boolean isFirst = before == Term.VALUES || before == Term.VALUE;
    boolean isNext = before == Term.COMMA && firstClosing == tokens.size() - back - 1;
    if (isFirst) {
      firstClosing = NONE;
    }
    if (isFirst || (isNext && firstClosing != NONE)) {
      rowOpen = tokens.size();
      isSimple = true;
    }
  }

  /** Marks the current row as not only literals. */
  void markComplex() {
    isSimple = false;
  }

  /**
   * Called after a parenthesis was closed. If the row is a repetition, returns the token after
   * which it can be dropped; otherwise returns -1.
   */
  int close(int open, int closing) {
    if (open != rowOpen) {
      return NONE;
    }
    rowOpen = NONE;
    if (isSimple && firstClosing != NONE) {
      return firstClosing;
    }
    // A row with a subquery is kept, and the repeated rows after it are dropped.
    firstClosing = closing;
    return NONE;
  }
}
