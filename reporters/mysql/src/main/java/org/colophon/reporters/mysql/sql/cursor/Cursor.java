// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.cursor;

import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.QuotedText;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Position among the tokens of one statement, with access to names and strings. */
public final class Cursor {
  public static final Bytes COLON = Bytes.of(":");

  private final TokenBuffer tokens;
  private final SqlRules rules;
  private final NameCase nameCase;
  private final int to;
  private final int level;
  private int at;

  public Cursor(TokenBuffer tokens, SqlRules rules, NameCase nameCase, int from, int to) {
    this(tokens, rules, nameCase, from, to, 0);
  }

  private Cursor(
      TokenBuffer tokens, SqlRules rules, NameCase nameCase, int from, int to, int level) {
    this.level = level;
    this.tokens = tokens;
    this.rules = rules;
    this.nameCase = nameCase;
    this.at = from;
    this.to = to;
  }

  /** Returns a cursor over a range of the same tokens, one level deeper. */
  public Cursor over(int from, int end) {
    return new Cursor(tokens, rules, nameCase, from, end, level + 1);
  }

  /** Returns the nesting level of the statement. */
  public int level() {
    return level;
  }

  public int at() {
    return at;
  }

  public int end() {
    return to;
  }

  public void moveTo(int index) {
    at = Math.min(index, to);
  }

  public void advance() {
    moveTo(at + 1);
  }

  public boolean isAtEnd() {
    return at >= to;
  }

  public Term term() {
    return term(0);
  }

  /** Returns the term {@code ahead} tokens after the current token, or before it if negative. */
  public Term term(int ahead) {
    int index = at + ahead;
    return index < to ? tokens.term(index) : Term.END_OF_TEXT;
  }

  public boolean accept(Term wanted) {
    boolean isThere = term() == wanted;
    if (isThere) {
      advance();
    }
    return isThere;
  }

  public void skipAll(Set<Term> words) {
    while (words.contains(term())) {
      advance();
    }
  }

  public boolean acceptIfExists() {
    if (!accept(Term.IF)) {
      return false;
    }
    accept(Term.NOT);
    return accept(Term.EXISTS);
  }

  /** Returns the index of the matching closing parenthesis, or the end. */
  public int closing() {
    return Math.min(tokens.closing(at), to);
  }

  /** Moves behind the matching closing parenthesis if the current token is an opening one. */
  public void skipParentheses() {
    if (term() == Term.OPENING) {
      moveTo(closing() + 1);
    }
  }

  /**
   * Moves to the first of the words outside parentheses, or to the end. Returns whether a word was
   * found.
   */
  public boolean seek(Set<Term> words) {
    while (!isAtEnd() && !words.contains(term())) {
      if (term() == Term.OPENING) {
        skipParentheses();
      } else {
        advance();
      }
    }
    return !isAtEnd();
  }

  /** Reads a table's name with its database, or {@link TableName#NONE}. */
  public TableName tableName() {
    accept(Term.DOT);
    if (!term().isNameLike()) {
      return TableName.NONE;
    }
    Bytes first = nameCase.apply(name());
    if (term() != Term.DOT || !term(1).isNameLike()) {
      return new TableName(Bytes.EMPTY, first);
    }
    advance();
    return new TableName(first, nameCase.apply(name()));
  }

  /** Reads a name without its quotes. */
  public Bytes name() {
    Bytes name = tokens.name(at);
    advance();
    return name;
  }

  /** Reads a name in the case in which tables and aliases are compared. */
  public Bytes foldedName() {
    return nameCase.apply(name());
  }

  public Bytes folded(Bytes name) {
    return nameCase.apply(name);
  }

  /** Reads a string and resolves its escapes. */
  public Bytes string() {
    Bytes string = QuotedText.string(tokens.text(), tokens.start(at), tokens.end(at), rules);
    advance();
    return string;
  }

  public SqlRules rules() {
    return rules;
  }

  public Bytes raw() {
    return raw(0);
  }

  /** Returns the source text of the token {@code ahead} tokens after the current token. */
  public Bytes raw(int ahead) {
    return raw(at + ahead, at + ahead + 1);
  }

  /** Returns whether no blank or comment is between this token and the previous one. */
  public boolean touchesLast() {
    return at > 0 && tokens.end(at - 1) == tokens.start(at);
  }

  /** Returns the name of the variable in lower case, without at sign and quotes. */
  public Bytes variable() {
    return NameCase.fold(
        QuotedText.name(tokens.text(), tokens.start(at) + 1, tokens.end(at), rules));
  }

  /** Returns the source text of the tokens {@code [first, behind)}. */
  public Bytes raw(int first, int behind) {
    int last = Math.min(behind, to) - 1;
    return last < first
        ? Bytes.EMPTY
        : Bytes.copyOf(tokens.text(), tokens.start(first), tokens.end(last));
  }
}
