package org.colophon.reporters.mysql.sql;

import org.colophon.reporters.mysql.sql.lex.Term;

/**
 * Follows the tokens of a text, and says whether they belong to an expression that a column or
 * variable is set to which holds secrets: {@code password = CASE WHEN a THEN 'x' ELSE 'y' END}. An
 * expression that it is compared with counts as well, up to the next AND or OR.
 */
final class AssignedSecret {
  private boolean isWithin;
  private boolean isNamed;
  private int depth;
  private int ofExpression;

  /** How many CASE within the expression have no END yet. */
  private int cases;

  /** A text begins. */
  void begin() {
    isWithin = false;
    isNamed = false;
    depth = 0;
  }

  /** Whether a literal that comes now is a secret. */
  boolean isSecret() {
    return isWithin;
  }

  /**
   * Takes a token.
   *
   * @param word the name that it is, in upper case; empty if it is none
   * @param isSecretName whether that is the name of something that holds secrets
   */
  void follow(Term term, String word, boolean isSecretName) {
    if (term == Term.OPENING) {
      depth++;
    } else if (term == Term.CLOSING) {
      depth--;
    }
    if (isWithin && depth <= ofExpression) {
      isWithin = depth == ofExpression && goesOn(term, word);
    }
    if (term == Term.EQUALS && isNamed) {
      isWithin = true;
      ofExpression = depth;
      cases = 0;
    }
    isNamed = isSecretName || (isNamed && term == Term.SYMBOL); // :=
  }

  private boolean goesOn(Term term, String word) {
    boolean isEnd = word.equals("END");
    if (term == Term.CASE) {
      cases++;
    } else if (isEnd && cases > 0) {
      cases--;
      return true;
    }
    return cases > 0 || !(isEnd || isBehind(term, word));
  }

  private static boolean isBehind(Term term, String word) {
    return switch (term) {
      case COMMA, SEMICOLON, EQUALS, AND, OR, THEN, ELSE, AS -> true;
      case FROM, WHERE, GROUP, HAVING, ORDER, LIMIT, ON, UNION, INTO, DO -> true;
      default -> word.equals("WHEN");
    };
  }
}
