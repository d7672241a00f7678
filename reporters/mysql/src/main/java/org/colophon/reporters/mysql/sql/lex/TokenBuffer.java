// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

import java.util.Arrays;
import org.colophon.core.model.Bytes;

/**
 * Tokens and template of a text, made in one pass. Stores only the first literal of a list. Drops
 * the rows of VALUES that follow another row, except rows with a subquery. So a bulk load needs the
 * memory of one row. The object is reused. One thread.
 */
public final class TokenBuffer {
  /** Maximum number of tokens of a text, which bounds memory. */
  public static final int MAX_TOKENS = 1 << 20;

  /** Maximum size of a template. A longer template is truncated and not cached. */
  public static final int MAX_TEMPLATE_BYTES = 1 << 16;

  private static final int USUAL_TOKENS = 1 << 10;
  private static final byte[] HIDDEN_VARIABLE = {'@', '?'};
  private static final int NEW_LETTERS = 'N' << 16 | 'E' << 8 | 'W';
  private static final int OLD_LETTERS = 'O' << 16 | 'L' << 8 | 'D';

  private final SqlLexer lexer = new SqlLexer();
  private final Template template = new Template();
  private final RowList rows = new RowList();

  private byte[] text = new byte[0];
  private short[] terms = new short[USUAL_TOKENS];
  private int[] starts = new int[USUAL_TOKENS];
  private int[] ends = new int[USUAL_TOKENS];
  // End of each token in the template, and the matching parenthesis of each parenthesis.
  private int[] marks = new int[USUAL_TOKENS];
  private int[] partners = new int[USUAL_TOKENS];
  private int size;
  private int innermostOpen;
  private boolean hasMeaningfulLiterals;
  private boolean namesTriggerRows;
  private boolean isCutOff;

  /** Reads {@code source[from..to)}, which must not change while the tokens are used. */
  public void read(byte[] source, int from, int to, SqlRules rules) {
    clear(source);
    lexer.reset(source, from, to, rules);
    Term term = lexer.next();
    while (term != Term.END_OF_TEXT && size < MAX_TOKENS) {
      add(term);
      term = lexer.next();
    }
    isCutOff = term != Term.END_OF_TEXT;
  }

  private void clear(byte[] source) {
    text = source;
    size = 0;
    innermostOpen = -1;
    hasMeaningfulLiterals = false;
    namesTriggerRows = false;
    template.clear();
    rows.clear();
    if (terms.length > 16 * USUAL_TOKENS) {
      resize(USUAL_TOKENS);
    }
  }

  private void resize(int capacity) {
    terms = Arrays.copyOf(terms, capacity);
    starts = Arrays.copyOf(starts, capacity);
    ends = Arrays.copyOf(ends, capacity);
    marks = Arrays.copyOf(marks, capacity);
    partners = Arrays.copyOf(partners, capacity);
  }

  private void add(Term term) {
    if (term.isLiteral()) {
      addLiteral(term);
    } else if (term.isKeyword()) {
      addKeyword(term);
    } else if (term == Term.OPENING) {
      rows.open(this);
      push(term);
      partners[size - 1] = innermostOpen;
      innermostOpen = size - 1;
    } else if (term == Term.CLOSING) {
      close();
    } else {
      namesTriggerRows |= term == Term.DOT && isTriggerRow();
      push(term);
    }
  }

  /** Returns whether the last token is NEW or OLD at the start of a name. */
  private boolean isTriggerRow() {
    int word = size - 1;
    if (lastTerm(1) != Term.WORD || ends[word] - starts[word] != 3 || lastTerm(2) == Term.DOT) {
      return false;
    }
    int letters = 0;
    for (int i = starts[word]; i < ends[word]; i++) {
      letters = letters << 8 | (text[i] & 0xdf);
    }
    return letters == NEW_LETTERS || letters == OLD_LETTERS;
  }

  private void addLiteral(Term term) {
    dropDecoration(term);
    Term last = lastTerm(1);
    if (last == Term.STRING && term == Term.STRING) {
      extendLast();
    } else if (last == Term.COMMA && lastTerm(2).isLiteral()) {
      size--;
      template.elide(marks[size - 1]);
      extendLast();
    } else {
      push(term);
    }
  }

  /**
   * Removes the token that precedes a literal and is part of it: the introducer of a string, or the
   * sign of a number.
   */
  private void dropDecoration(Term term) {
    Term last = lastTerm(1);
    boolean isIntroducer =
        term == Term.STRING && last == Term.WORD && text[starts[size - 1]] == '_';
    boolean isSign = term == Term.NUMBER && last == Term.SIGN && isOperandAwaited(lastTerm(2));
    if (isIntroducer || isSign) {
      size--;
      template.truncate(size == 0 ? 0 : marks[size - 1]);
    }
  }

  private static boolean isOperandAwaited(Term before) {
    return switch (before) {
      case OPENING, COMMA, EQUALS, SYMBOL -> true;
      default -> before.isKeyword();
    };
  }

  private void extendLast() {
    ends[size - 1] = lexer.end();
  }

  private void addKeyword(Term term) {
    switch (term) {
      case NULL, TRUE, FALSE -> {
        boolean isListed = lastTerm(1) == Term.OPENING || lastTerm(1) == Term.COMMA;
        if (isListed) {
          addLiteral(Term.PARAMETER);
          return;
        }
      }
      case SELECT, TABLE, LOAD_FILE, WITH -> rows.markComplex();
      default -> note(term);
    }
    if (term == Term.LOAD_FILE) {
      hasMeaningfulLiterals = true;
    }
    push(term);
  }

  private void note(Term term) {
    hasMeaningfulLiterals |=
        term.isLiteralMeaningful() || (term.isLeading() && isAtStatementStart());
  }

  private boolean isAtStatementStart() {
    return switch (lastTerm(1)) {
      case END_OF_TEXT, SEMICOLON, STATEMENT, BEGIN, THEN, ELSE, DO, FOR -> true;
      default -> false;
    };
  }

  private void close() {
    int open = innermostOpen;
    push(Term.CLOSING);
    int closing = size - 1;
    partners[closing] = open;
    if (open < 0) {
      return;
    }
    innermostOpen = partners[open];
    partners[open] = closing;
    int kept = rows.close(open, closing);
    if (kept >= 0) {
      size = kept + 1;
      template.elide(marks[kept]);
    }
  }

  private void push(Term term) {
    if (size == terms.length) {
      resize(2 * size);
    }
    int at = size;
    terms[at] = term.code();
    starts[at] = lexer.start();
    ends[at] = lexer.end();
    partners[at] = -1;
    write(term, at);
    marks[at] = template.length();
    size = at + 1;
  }

  private void write(Term term, int at) {
    if (at > 0 && needsBlank(lastTerm(1), term, ends[at - 1] == starts[at])) {
      template.append((byte) ' ');
    }
    if (term.isLiteral()) {
      template.append((byte) '?');
    } else if (isQuotedVariable(at)) {
      template.append(HIDDEN_VARIABLE, 0, HIDDEN_VARIABLE.length);
      hasMeaningfulLiterals = true;
    } else if (term.isReserved()) {
      template.appendUpper(text, starts[at], ends[at]);
    } else {
      template.append(text, starts[at], ends[at]);
    }
  }

  private static boolean needsBlank(Term last, Term term, boolean touches) {
    return switch (term) {
      case COMMA, CLOSING, DOT, SEMICOLON -> false;
      case OPENING -> last != Term.WORD && last != Term.NAME && last != Term.OPENING;
      case VARIABLE -> !touches;
      default ->
          last != Term.OPENING
              && last != Term.DOT
              && (term.isSolid() || last.isSolid() || !touches);
    };
  }

  /**
   * Returns the term {@code back} tokens before the end; {@link Term#END_OF_TEXT} before the first
   * token.
   */
  Term lastTerm(int back) {
    return size < back ? Term.END_OF_TEXT : Term.at(terms[size - back]);
  }

  public int size() {
    return size;
  }

  /** Returns the term of a token; {@link Term#END_OF_TEXT} outside the text. */
  public Term term(int index) {
    return index < 0 || index >= size ? Term.END_OF_TEXT : Term.at(terms[index]);
  }

  /** Returns the start of a token in the text. */
  public int start(int index) {
    return starts[index];
  }

  /** Returns the end of a token. For a list of literals, returns the end of the last literal. */
  public int end(int index) {
    return ends[index];
  }

  /** Returns the name of a token without its quotes; empty after the last token. */
  public Bytes name(int index) {
    if (index >= size) {
      return Bytes.EMPTY;
    }
    return QuotedText.name(text, starts[index], ends[index], lexer.rules());
  }

  /** Returns whether a token is a variable or host in the quotes of a string. */
  public boolean isQuotedVariable(int index) {
    return Term.at(terms[index]) == Term.VARIABLE
        && QuotedText.isStringVariable(text, starts[index], ends[index], lexer.rules());
  }

  /**
   * Returns the closing parenthesis for the opening one at {@code index}, or the number of tokens.
   */
  public int closing(int index) {
    int partner = partners[index];
    return partner > index ? partner : size;
  }

  public byte[] text() {
    return text;
  }

  /** Returns the rules by which the text was read. */
  public SqlRules rules() {
    return lexer.rules();
  }

  /**
   * Returns whether the template is not sufficient, because some literals are paths, modes, SQL or
   * names.
   */
  public boolean hasMeaningfulLiterals() {
    return hasMeaningfulLiterals;
  }

  public boolean namesTriggerRows() {
    return namesTriggerRows;
  }

  /** Returns whether the text ends inside a quote or a comment. */
  public boolean isUnterminated() {
    return lexer.isUnterminated();
  }

  /**
   * Returns whether the text has more than {@link #MAX_TOKENS} tokens. Further tokens are not read.
   */
  public boolean isCutOff() {
    return isCutOff;
  }

  /** Returns whether the template is complete. */
  public boolean hasTemplate() {
    return !template.isOverlong() && !isCutOff;
  }

  /** Returns a copy of the template, or of its beginning. */
  public Bytes template() {
    return template.toBytes();
  }
}
