// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.QuotedText;
import org.colophon.reporters.mysql.sql.lex.SqlLexer;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.model.NameCase;

/**
 * Value of a variable in a SET, if known: literals, tracked settings, earlier variables, and
 * functions that combine modes.
 */
final class SettingValue {
  /** Limit of the length of a value. Longer values are not tracked. */
  private static final int MAX_VALUE_LENGTH = 1 << 10;

  private static final int MAX_DEPTH = 16;

  private final SqlSession session;
  private final byte[] text;
  private final SqlLexer lexer = new SqlLexer();
  private Term term = Term.END_OF_TEXT;
  private boolean isKnown = true;

  private SettingValue(byte[] text, SqlSession session) {
    this.session = session;
    this.text = text;
  }

  /** Returns the value of an expression; empty if it is not known. */
  static Optional<String> of(Bytes expression, SqlSession session) {
    if (expression.isEmpty() || expression.length() > MAX_VALUE_LENGTH) {
      return Optional.empty();
    }
    return new SettingValue(expression.toArray(), session).all();
  }

  private Optional<String> all() {
    lexer.reset(text, 0, text.length, session.rules());
    advance();
    String value = value(0);
    boolean isWhole = isKnown && term == Term.END_OF_TEXT && value.length() <= MAX_VALUE_LENGTH;
    return isWhole ? Optional.of(value) : Optional.empty();
  }

  private void advance() {
    term = lexer.next();
  }

  private boolean accept(Term wanted) {
    boolean isThere = term == wanted;
    if (isThere) {
      advance();
    }
    return isThere;
  }

  private Bytes raw() {
    return Bytes.copyOf(text, lexer.start(), lexer.end());
  }

  private String unknown() {
    isKnown = false;
    return "";
  }

  private String value(int depth) {
    if (depth == MAX_DEPTH) {
      return unknown();
    }
    return switch (term) {
      case STRING -> string();
      case NUMBER -> number();
      case NAME -> name();
      case VARIABLE -> variable();
      case OPENING -> inParentheses(depth);
      default -> term.isNameLike() ? word(depth) : unknown();
    };
  }

  private String take(String value) {
    advance();
    return value;
  }

  /** Parses a number. Accepts only whole numbers, because other numbers have several spellings. */
  private String number() {
    String digits = take(raw().toString());
    return digits.chars().allMatch(digit -> digit >= '0' && digit <= '9') ? digits : unknown();
  }

  /** Parses a name. SET accepts a quoted name as text. */
  private String name() {
    String name = QuotedText.name(text, lexer.start(), lexer.end(), session.rules()).toString();
    advance();
    return term == Term.OPENING ? unknown() : name;
  }

  private String string() {
    StringBuilder all = new StringBuilder();
    while (term == Term.STRING) {
      all.append(QuotedText.string(text, lexer.start(), lexer.end(), session.rules()));
      advance();
    }
    return all.toString();
  }

  private String variable() {
    Bytes raw = raw();
    String name = NameCase.fold(raw).toString();
    Optional<String> value =
        name.startsWith("@@") ? session.setting(name) : session.variable(named());
    return take(value.orElseGet(this::unknown));
  }

  private Bytes named() {
    return NameCase.fold(QuotedText.name(text, lexer.start() + 1, lexer.end(), session.rules()));
  }

  /** Evaluates a value or a scalar query in parentheses. */
  private String inParentheses(int depth) {
    advance();
    accept(Term.SELECT);
    String value = value(depth + 1);
    return accept(Term.CLOSING) ? value : unknown();
  }

  /** Evaluates a function call, or a word that is its own value. */
  private String word(int depth) {
    String word = take(raw().toString());
    if (term != Term.OPENING) {
      return word;
    }
    List<String> arguments = new ArrayList<>();
    do {
      advance();
      arguments.add(value(depth + 1));
    } while (term == Term.COMMA);
    return accept(Term.CLOSING) && isKnown ? call(word, arguments) : unknown();
  }

  private String call(String function, List<String> arguments) {
    String result =
        switch (function.toLowerCase(Locale.ROOT)) {
          case "concat" -> String.join("", arguments);
          case "ifnull" -> arguments.get(0);
          case "replace" -> arguments.size() == 3 ? replaced(arguments) : unknown();
          default -> unknown();
        };
    return result.length() > MAX_VALUE_LENGTH ? unknown() : result;
  }

  private static String replaced(List<String> of) {
    return of.get(1).isEmpty() ? of.get(0) : of.get(0).replace(of.get(1), of.get(2));
  }
}
