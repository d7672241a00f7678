package org.colophon.reporters.mysql.sql;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.lex.QuotedText;
import org.colophon.reporters.mysql.sql.lex.SqlLexer;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.TableUse;

/**
 * Text of statements with their literals. All literals of a text are hidden if any word suggests a
 * secret, or if the purpose of a literal is not clear. Comments that suggest secrets are removed.
 * One thread.
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

  /** Returns whether words of a text may be secrets, which its template must hide. */
  static boolean mayHoldSecretWords(TokenBuffer tokens, List<Statement> statements) {
    return tokens.isUnterminated() || statements.stream().anyMatch(LiteralText::mayHoldSecretWord);
  }

  private static boolean mayHoldSecretWord(Statement statement) {
    return switch (statement.kind()) {
      case ACCOUNT, REPLICATION, UNKNOWN -> true;
      case SELECT, INSERT, REPLACE, UPDATE, DELETE, LOAD, CREATE_TABLE, ALTER_TABLE -> false;
      default -> !statement.isUnderstood();
    };
  }

  /**
   * Text {@code [from, to)}, empty if its words may be secrets.
   *
   * @param tokens tokens of the text
   */
  Optional<Bytes> of(
      TokenBuffer tokens,
      int from,
      int to,
      SqlRules rules,
      List<Statement> statements,
      SqlCatalog catalog) {
    if (mayHoldSecretWords(tokens, statements)) {
      return Optional.empty();
    }
    byte[] text = tokens.text();
    boolean hides =
        statements.stream().anyMatch(each -> mayHoldSecrets(each, tokens, catalog))
            || suggestsSecret(text, from, to, rules);
    return Optional.of(written(text, from, to, rules, hides));
  }

  private boolean mayHoldSecrets(Statement statement, TokenBuffer tokens, SqlCatalog catalog) {
    boolean isUnnamed =
        switch (statement.kind()) {
          case SET, CALL, PREPARE, EXECUTE -> true;
          default -> hasRowsWithoutColumns(tokens) && writesUnknown(statement, catalog);
        };
    return isUnnamed || uses(statement).anyMatch(use -> hasSecretColumn(use, catalog));
  }

  private static Stream<TableUse> uses(Statement statement) {
    return Stream.concat(statement.tables().stream(), statement.body().stream());
  }

  private boolean hasSecretColumn(TableUse use, SqlCatalog catalog) {
    return use.name().database().equals(ACCOUNTS)
        || catalog.columns(use.name()).stream()
            .anyMatch(column -> secrets.matches(column.toArray(), 0, column.length()));
  }

  private static boolean writesUnknown(Statement statement, SqlCatalog catalog) {
    return uses(statement)
        .filter(use -> use.access().isWrite())
        .anyMatch(use -> use.isTemporary() || catalog.columns(use.name()).isEmpty());
  }

  /** Returns whether a table's name without a list of columns precedes rows or a query. */
  private static boolean hasRowsWithoutColumns(TokenBuffer tokens) {
    for (int i = 1; i < tokens.size(); i++) {
      Term last = tokens.term(i - 1);
      boolean isFilled =
          switch (tokens.term(i)) {
            case VALUES, VALUE -> last.isNameLike();
            case SELECT, WITH, TABLE -> last == Term.WORD || last == Term.NAME;
            default -> false;
          };
      if (isFilled) {
        return true;
      }
    }
    return false;
  }

  private boolean suggestsSecret(byte[] text, int from, int to, SqlRules rules) {
    lexer.reset(text, from, to, rules);
    for (Term term = lexer.next(); term != Term.END_OF_TEXT; term = lexer.next()) {
      boolean isText = term.isNameLike() || term == Term.STRING || term == Term.VARIABLE;
      boolean isReserved = term == Term.KEY; // PRIMARY KEY; a column of that name has quotes
      if (term.isSensitive()
          || (isText && !isReserved && secrets.matches(text, lexer.start(), lexer.end()))) {
        return true;
      }
    }
    return false;
  }

  private Bytes written(byte[] text, int from, int to, SqlRules rules, boolean hides) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(to - from);
    lexer.reset(text, from, to, rules);
    int copied = from;
    for (Term term = lexer.next(); term != Term.END_OF_TEXT; term = lexer.next()) {
      gap(text, copied, lexer.start(), hides, out);
      boolean isName =
          term == Term.VARIABLE
              && QuotedText.isStringVariable(text, lexer.start(), lexer.end(), rules);
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

  /** Keeps blanks and comments without secrets and literals to hide. */
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
