package org.colophon.reporters.mysql.sql;

import org.colophon.reporters.mysql.sql.lex.Term;

/**
 * Follows the tokens of a text, and says whether they belong to an expression that a column or
 * variable is set to which holds secrets: {@code password = CASE WHEN a THEN 'x' ELSE 'y' END}. An
 * expression that it is compared with counts as well, up to the next AND or OR; of BETWEEN both.
 */
final class AssignedSecret {
  private boolean isWithin;
  private boolean isNamed;
  private int depth;
  private int ofExpression;

  /** How many CASE within the expression have no END yet. */
  private int cases;

  /** Whether the AND of a BETWEEN is still to come. */
  private boolean isRange;

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
    // A comparison within the expression is part of it.
    if (isNamed && !isWithin && begins(term, word)) {
      isWithin = true;
      ofExpression = depth;
      cases = 0;
      isRange = word.equals("BETWEEN");
    }
    boolean mayGoOn = term == Term.SYMBOL || term == Term.NOT; // :=, NOT LIKE
    isNamed = isSecretName || (isNamed && mayGoOn);
  }

  private static boolean begins(Term term, String word) {
    return switch (term) {
      case EQUALS, LIKE -> true;
      default -> word.equals("BETWEEN") || word.equals("REGEXP") || word.equals("RLIKE");
    };
  }

  private boolean goesOn(Term term, String word) {
    boolean isEnd = word.equals("END");
    if (term == Term.CASE) {
      cases++;
    } else if (isEnd && cases > 0) {
      cases--;
      return true;
    }
    if (term == Term.AND && isRange && cases == 0) {
      isRange = false;
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
