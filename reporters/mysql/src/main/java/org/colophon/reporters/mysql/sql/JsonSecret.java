package org.colophon.reporters.mysql.sql;

import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;

/**
 * Follows the tokens of a text, and says whether they belong to a value that a function puts into
 * JSON where a secret goes: {@code JSON_SET(doc, '$.password', 'x')}. There the name is a string.
 */
final class JsonSecret {
  private static final int DEEPEST = 63;

  private int depth;

  /** A bit for each depth of parentheses that are such a function's. */
  private long functions;

  /** Within the parentheses of which depth the argument at hand is a secret; 0 if it is none. */
  private int ofSecret;

  private boolean isFunctionLast;

  /** Whether an argument names a secret, and the next one of the function is it. */
  private boolean isNamed;

  /** A text begins. */
  void begin() {
    depth = 0;
    functions = 0;
    ofSecret = 0;
    isFunctionLast = false;
    isNamed = false;
  }

  /** Whether a text calls a function that puts values into JSON. */
  static boolean isIn(TokenBuffer tokens) {
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.term(i) == Term.WORD
          && isFunction(SecretNames.word(tokens.text(), tokens.start(i), tokens.end(i)))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a literal that comes now is a secret. */
  boolean isSecret() {
    return ofSecret > 0;
  }

  /** Whether a string that comes now may name a secret. */
  boolean mayBeNamed() {
    return functions != 0 && ofSecret == 0;
  }

  /** A string names a secret. */
  void named() {
    isNamed = true;
  }

  /**
   * Takes a token.
   *
   * @param word the name that it is, in upper case; empty if it is none
   */
  void follow(Term term, String word) {
    switch (term) {
      case OPENING -> {
        depth++;
        functions |= isFunctionLast ? bit() : 0;
      }
      case CLOSING -> close();
      case COMMA -> {
        ofSecret = ofSecret == depth ? 0 : ofSecret;
        ofSecret = isNamed && ofSecret == 0 ? depth : ofSecret;
        isNamed &= (functions & bit()) == 0; // a part of the name, as in CONCAT, goes on naming
      }
      default -> {}
    }
    isFunctionLast = term == Term.WORD && isFunction(word);
  }

  private void close() {
    ofSecret = ofSecret == depth ? 0 : ofSecret;
    isNamed &= (functions & bit()) == 0;
    functions &= ~bit();
    depth = Math.max(0, depth - 1);
  }

  private long bit() {
    return 1L << Math.min(depth, DEEPEST);
  }

  private static boolean isFunction(String word) {
    return switch (word) {
      case "JSON_SET",
          "JSON_INSERT",
          "JSON_REPLACE",
          "JSON_OBJECT",
          "JSON_OBJECTAGG",
          "JSON_ARRAY_APPEND",
          "JSON_ARRAY_INSERT",
          "JSON_MERGE",
          "JSON_MERGE_PATCH",
          "JSON_MERGE_PRESERVE" ->
          true;
      default -> false;
    };
  }
}
