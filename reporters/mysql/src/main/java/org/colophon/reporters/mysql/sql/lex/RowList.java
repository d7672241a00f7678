package org.colophon.reporters.mysql.sql.lex;

/** Notices the rows of VALUES (...), (...) so that all but the first can be let go. */
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

  /** What stands in the present row matters beyond its literals. */
  void spoil() {
    isSimple = false;
  }

  /**
   * Called when a parenthesis was closed. Returns the token behind which all may be forgotten,
   * since it repeats what is there; -1 if nothing may.
   */
  int close(int open, int closing) {
    if (open != rowOpen) {
      return NONE;
    }
    rowOpen = NONE;
    if (isSimple && firstClosing != NONE) {
      return firstClosing;
    }
    // A row with a subquery stays, and so do the rows before it.
    firstClosing = closing;
    return NONE;
  }
}
