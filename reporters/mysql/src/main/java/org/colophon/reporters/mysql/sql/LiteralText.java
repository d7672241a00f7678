// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.QuotedText;
import org.colophon.reporters.mysql.sql.lex.SqlLexer;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableUse;

/**
 * Text of statements with their literals. All literals become question marks if a word of the text
 * suggests a secret, or if no name describes one of the literals. Comments that suggest secrets are
 * removed. One thread.
 */
final class LiteralText {
  private static final byte[] HIDDEN = {'?'};
  private static final byte[] HIDDEN_NAME = {'@', '?'};
  private static final Bytes ACCOUNTS = Bytes.of("mysql");

  private final SecretNames secrets;
  private final SqlLexer lexer = new SqlLexer();

  LiteralText(SecretNames secrets) {
    this.secrets = secrets;
  }

  /**
   * Returns the text {@code [from, to)}.
   *
   * @param tokens tokens of the text
   */
  Bytes of(TokenBuffer tokens, int from, int to, List<Statement> statements) {
    boolean hides =
        tokens.isCutOff()
            || statements.stream().anyMatch(LiteralText::hidesNames)
            || hasUnnamedValues(tokens)
            || suggestsSecret(tokens, from, to);
    return written(tokens, from, to, hides);
  }

  /**
   * Returns whether the names of columns may be unknown: a view may rename columns, or the
   * statement names none.
   */
  private static boolean hidesNames(Statement statement) {
    return statement.kind() == StatementKind.SET
        || Stream.concat(statement.tables().stream(), statement.body().stream())
            .anyMatch(LiteralText::hidesNames);
  }

  private static boolean hidesNames(TableUse use) {
    return !use.via().isNone() || use.name().database().equals(ACCOUNTS);
  }

  /** Returns whether an INSERT or REPLACE has no list of columns. */
  private static boolean hasUnnamedValues(TokenBuffer tokens) {
    for (int i = 0; i < tokens.size(); i++) {
      boolean isInsert =
          switch (tokens.term(i)) {
            case INSERT -> tokens.term(i + 1) != Term.ON; // the event of a trigger
            case REPLACE -> tokens.term(i - 1) != Term.OR;
            default -> false;
          };
      boolean isFunction = tokens.term(i + 1) == Term.OPENING;
      if (isInsert && !isFunction && !namesColumns(tokens, i + 1)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the word SET or a list of columns follows the table. */
  private static boolean namesColumns(TokenBuffer tokens, int from) {
    int at = from;
    while (isModifier(tokens.term(at))) {
      at++;
    }
    at += tokens.term(at + 1) == Term.DOT ? 3 : 1;
    if (tokens.term(at) == Term.PARTITION && tokens.term(at + 1) == Term.OPENING) {
      at = tokens.closing(at + 1) + 1;
    }
    return switch (tokens.term(at)) {
      case SET -> true;
      case OPENING -> isColumn(tokens.term(at + 1));
      default -> false;
    };
  }

  private static boolean isModifier(Term term) {
    return switch (term) {
      case LOW_PRIORITY, HIGH_PRIORITY, DELAYED, IGNORE, INTO -> true;
      default -> false;
    };
  }

  private static boolean isColumn(Term term) {
    return switch (term) {
      case SELECT, WITH, VALUES, TABLE -> false;
      default -> term.isNameLike();
    };
  }

  private boolean suggestsSecret(TokenBuffer tokens, int from, int to) {
    byte[] text = tokens.text();
    lexer.reset(text, from, to, tokens.rules());
    for (Term term = lexer.next(); term != Term.END_OF_TEXT; term = lexer.next()) {
      boolean suggests =
          switch (term) {
            case CALL, PREPARE, EXECUTE -> true; // no name describes their values
            case KEY -> false; // PRIMARY KEY; quotes would surround a column of that name
            default -> term.isSensitive() || (isText(term) && isSecret(text));
          };
      if (suggests) {
        return true;
      }
    }
    return false;
  }

  private static boolean isText(Term term) {
    return term.isNameLike() || term == Term.STRING || term == Term.VARIABLE;
  }

  private boolean isSecret(byte[] text) {
    return secrets.matches(text, lexer.start(), lexer.end());
  }

  private Bytes written(TokenBuffer tokens, int from, int to, boolean hides) {
    byte[] text = tokens.text();
    ByteArrayOutputStream out = new ByteArrayOutputStream(to - from);
    lexer.reset(text, from, to, tokens.rules());
    int copied = from;
    for (Term term = lexer.next(); term != Term.END_OF_TEXT; term = lexer.next()) {
      gap(text, copied, lexer.start(), hides, out);
      boolean isName =
          term == Term.VARIABLE
              && QuotedText.isStringVariable(text, lexer.start(), lexer.end(), tokens.rules());
      if (hides && (term.isLiteral() || isName)) {
        out.writeBytes(isName ? HIDDEN_NAME : HIDDEN);
      } else {
        out.write(text, lexer.start(), lexer.end() - lexer.start());
      }
      copied = lexer.end();
    }
    gap(text, copied, to, hides, out);
    return Bytes.wrap(out.toByteArray());
  }

  /**
   * Copies the blanks and comments between two tokens. Replaces them by a blank if they suggest a
   * secret, or have quotes while literals are hidden.
   */
  private void gap(byte[] text, int from, int to, boolean hides, ByteArrayOutputStream out) {
    if (from < to && (secrets.matches(text, from, to) || (hides && hasQuote(text, from, to)))) {
      out.write(' ');
    } else {
      out.write(text, from, to - from);
    }
  }

  private static boolean hasQuote(byte[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text[i] == '\'' || text[i] == '"') {
        return true;
      }
    }
    return false;
  }
}
