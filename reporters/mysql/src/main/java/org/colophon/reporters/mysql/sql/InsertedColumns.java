package org.colophon.reporters.mysql.sql;

import java.util.BitSet;
import org.colophon.reporters.mysql.sql.lex.Term;

/**
 * Follows the tokens of an INSERT or REPLACE, and says whether a value stands in the place of a
 * column that holds secrets. Only columns that the statement lists are known.
 */
final class InsertedColumns {
  private final SecretNames secrets;
  private final BitSet secretPlaces = new BitSet();
  private Stage stage = Stage.BEFORE;
  private int depth;
  private int place;

  private enum Stage {
    /** No such statement, or not yet. */
    BEFORE,
    /** Behind the verb: the next parenthesis opens the list of columns. */
    TABLE,
    COLUMNS,
    /** Behind the columns: VALUES may come. */
    LISTED,
    ROWS
  }

  InsertedColumns(SecretNames secrets) {
    this.secrets = secrets;
  }

  void begin() {
    stage = Stage.BEFORE;
    depth = 0;
  }

  /** Whether a literal that comes now is a secret. */
  boolean isSecret() {
    return stage == Stage.ROWS && depth > 0 && secretPlaces.get(place);
  }

  /**
   * Takes a token.
   *
   * @param word in upper case
   */
  void follow(Term term, String word) {
    switch (term) {
      case INSERT, REPLACE -> {
        if (depth == 0) {
          stage = Stage.TABLE;
        }
      }
      case SEMICOLON -> begin();
      case OPENING -> open();
      case CLOSING -> close();
      case COMMA -> place += depth == 1 ? 1 : 0;
      case VALUES, VALUE -> stage = stage == Stage.LISTED && depth == 0 ? Stage.ROWS : stage;
      case SELECT, SET, ON -> stage = depth == 0 ? Stage.BEFORE : stage;
      default -> {
        if (stage == Stage.COLUMNS && term.isNameLike() && secrets.include(word)) {
          secretPlaces.set(place);
        }
      }
    }
    if (stage == Stage.COLUMNS && term.isKeyword() && secrets.include(word)) {
      secretPlaces.set(place);
    }
  }

  private void open() {
    if (depth++ == 0) {
      place = 0;
      if (stage == Stage.TABLE) {
        stage = Stage.COLUMNS;
        secretPlaces.clear();
      }
    }
  }

  private void close() {
    depth = Math.max(0, depth - 1);
    if (depth == 0 && stage == Stage.COLUMNS) {
      stage = Stage.LISTED;
    }
  }
}
