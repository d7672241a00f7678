// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.Statement;

/**
 * Template of a text whose words may be secrets: an invalid statement, or a statement about
 * accounts such as {@code IDENTIFIED BY hunter2}. A question mark stands for each word except
 * keywords.
 */
final class GuardedTemplate {
  private static final byte[] VARIABLE = {'@', '?'};
  private static final byte[] LITERAL = {'?'};

  private GuardedTemplate() {}

  /** Returns whether words of a text may be secrets. */
  static boolean isNeeded(TokenBuffer tokens, List<Statement> statements) {
    return tokens.isUnterminated() || statements.stream().anyMatch(GuardedTemplate::isNeeded);
  }

  private static boolean isNeeded(Statement statement) {
    return switch (statement.kind()) {
      case ACCOUNT, REPLICATION, UNKNOWN -> true;
      case SELECT, INSERT, REPLACE, UPDATE, DELETE, LOAD, CREATE_TABLE, ALTER_TABLE -> false;
      default -> !statement.isUnderstood();
    };
  }

  /**
   * Returns the template, or its beginning if it is too long.
   *
   * @param isGuarded whether all words are hidden; otherwise only those after the first literal,
   *     equals sign or word about passwords
   */
  static Bytes of(TokenBuffer tokens, boolean isGuarded) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    boolean hides = isGuarded;
    boolean isHiddenLast = false;
    for (int i = 0; i < tokens.size() && out.size() < TokenBuffer.MAX_TEMPLATE_BYTES; i++) {
      Term term = tokens.term(i);
      boolean isHidden =
          term.isLiteral()
              || tokens.isQuotedVariable(i)
              || (hides && term.isSolid() && !term.isKeyword());
      boolean touches = i > 0 && tokens.end(i - 1) == tokens.start(i);
      if (i > 0 && !touches && !(isHidden && isHiddenLast)) {
        out.write(' ');
      }
      if (!isHidden) {
        out.write(tokens.text(), tokens.start(i), tokens.end(i) - tokens.start(i));
      } else if (!isHiddenLast || touches) {
        out.writeBytes(term == Term.VARIABLE ? VARIABLE : LITERAL);
      }
      isHiddenLast = isHidden;
      hides |= isHidden || term == Term.EQUALS || term == Term.BY || term.isSensitive();
    }
    Bytes all = Bytes.wrap(out.toByteArray());
    return all.slice(0, Math.min(all.length(), TokenBuffer.MAX_TEMPLATE_BYTES));
  }
}
