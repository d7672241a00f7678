// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

/**
 * Lexer with the rules of MySQL and MariaDB. Runs in one pass without allocation and in linear
 * time. Accepts any bytes without an exception. Skips blanks, comments and text that the server
 * would not execute.
 *
 * <p>One thread.
 */
public final class SqlLexer {
  private static final byte[] NOTHING = new byte[0];

  private byte[] text = NOTHING;
  private int limit;
  private SqlRules rules = SqlRules.MARIADB;
  private boolean hasEscapes;
  private boolean isTricky;
  private int position;
  private int start;
  private boolean touchesLast;
  private Term last = Term.END_OF_TEXT;
  private boolean isInExecuted;
  private boolean isUnterminated;

  /** Starts with {@code source[from..to)}, which must not change meanwhile. */
  public void reset(byte[] source, int from, int to, SqlRules lexRules) {
    this.text = source;
    this.position = from;
    this.start = from;
    this.limit = to;
    this.rules = lexRules;
    this.hasEscapes = !lexRules.isBackslashPlain();
    this.isTricky = lexRules.charset().hasPairs();
    this.last = Term.END_OF_TEXT;
    this.isInExecuted = false;
    this.isUnterminated = false;
  }

  public SqlRules rules() {
    return rules;
  }

  /** Returns the start of the last token. */
  public int start() {
    return start;
  }

  /** Returns the end of the last token. */
  public int end() {
    return position;
  }

  /** Returns whether the text ended inside a quote or a comment. */
  public boolean isUnterminated() {
    return isUnterminated || (last == Term.END_OF_TEXT && isInExecuted);
  }

  /** Reads a token. At the end of the text and after it, returns {@link Term#END_OF_TEXT}. */
  public Term next() {
    int lastEnd = position;
    skipBlanks();
    touchesLast = position == lastEnd;
    start = position;
    last = position < limit ? token(text[position]) : Term.END_OF_TEXT;
    return last;
  }

  private Term token(byte b) {
    if (CharClasses.isWordStart(b)) {
      return word();
    }
    if (CharClasses.isDigit(b)) {
      return digits();
    }
    return switch (b) {
      case '\'' -> string(b);
      case '"' -> rules.isAnsiQuotes() ? name(b) : string(b);
      case '`' -> name(b);
      case '@' -> variable();
      case '.' -> dot();
      default -> {
        position++;
        yield CharClasses.symbol(b);
      }
    };
  }

  private Term word() {
    if (isTricky) {
      return wordOfPairs();
    }
    final byte[] bytes = text;
    final int to = limit;
    int p = position;
    int hash = Keywords.HASH_SEED;
    while (p < to && CharClasses.isWord(bytes[p])) {
      hash = Keywords.hash(hash, bytes[p]);
      p++;
    }
    position = p;
    return word(hash);
  }

  private Term word(int hash) {
    if (position < limit
        && text[position] == '\''
        && position - start == 1
        && isPrefix(text[start])) {
      return string((byte) '\'');
    }
    return last == Term.DOT ? Term.WORD : Keywords.lookUp(text, start, position, hash);
  }

  /** Reads a word in a character set whose second bytes may be any byte. */
  private Term wordOfPairs() {
    int end = wordEnd(position);
    int hash = Keywords.HASH_SEED;
    for (int p = position; p < end; p++) {
      hash = Keywords.hash(hash, text[p]);
    }
    position = end;
    return word(hash);
  }

  private int wordEnd(int from) {
    int p = from;
    while (p < limit && CharClasses.isWord(text[p])) {
      boolean isPair = isTricky && p + 1 < limit && rules.charset().isPair(text[p], text[p + 1]);
      p += isPair ? 2 : 1;
    }
    return p;
  }

  /** Returns whether the letter is the prefix of N'...', X'...' or B'...'. */
  private static boolean isPrefix(byte b) {
    int upper = b & 0xdf;
    return upper == 'N' || upper == 'X' || upper == 'B';
  }

  private Term string(byte quote) {
    quoted(quote, hasEscapes);
    return Term.STRING;
  }

  private Term name(byte quote) {
    quoted(quote, false);
    return Term.NAME;
  }

  /** Moves to the end of the quoted text that begins at the position. */
  private void quoted(byte quote, boolean escapes) {
    final byte[] bytes = text;
    final int to = limit;
    int p = position + 1;
    while (p < to) {
      byte b = bytes[p++];
      if (b == quote) {
        if (p == to || bytes[p] != quote) {
          position = p;
          return;
        }
        p++;
      } else if (b == '\\' && escapes) {
        p++;
      } else if (isTricky && p < to && rules.charset().isPair(b, bytes[p])) {
        p++;
      }
    }
    position = to;
    isUnterminated = true;
  }

  private Term variable() {
    int p = position + 1;
    while (p < limit && text[p] == '@') {
      p++;
    }
    position = p;
    if (p < limit && CharClasses.isQuote(text[p])) {
      boolean isString = text[p] == '\'' || (text[p] == '"' && !rules.isAnsiQuotes());
      quoted(text[p], isString && hasEscapes);
      return Term.VARIABLE;
    }
    position = wordEnd(position);
    while (position < limit && text[position] == '.') {
      position = wordEnd(position + 1);
    }
    return Term.VARIABLE;
  }

  /** Reads a dot. A dot before a digit begins a number, unless it directly follows a name. */
  private Term dot() {
    position++;
    boolean isNumber = position < limit && CharClasses.isDigit(text[position]);
    if (!isNumber || (touchesLast && last.isNameLike())) {
      return Term.DOT;
    }
    return fraction();
  }

  private Term digits() {
    if (last == Term.DOT) {
      return word();
    }
    int p = skipDigits(position);
    if (p < limit && text[p] == '.') {
      position = p + 1;
      return fraction();
    }
    if (p == limit || !CharClasses.isWord(text[p])) {
      position = p;
      return Term.NUMBER;
    }
    int end = numberEnd(p);
    if (end < 0) {
      return word();
    }
    position = end;
    return Term.NUMBER;
  }

  /**
   * Returns the end of a number whose exponent letter or prefix letter is at {@code p}; -1 if the
   * token is a name.
   */
  private int numberEnd(int p) {
    int letter = text[p] | 0x20;
    if (letter == 'e') {
      return exponentEnd(p);
    }
    boolean isRadix =
        p - position == 1 && text[position] == '0' && (letter == 'x' || letter == 'b');
    if (!isRadix) {
      return -1;
    }
    int end = p + 1;
    while (end < limit && CharClasses.isDigitOf(text[end], letter)) {
      end++;
    }
    return end == p + 1 || (end < limit && CharClasses.isWord(text[end])) ? -1 : end;
  }

  private int exponentEnd(int p) {
    int from = p + 1;
    boolean isSigned = from < limit && (text[from] == '+' || text[from] == '-');
    from += isSigned ? 1 : 0;
    int end = skipDigits(from);
    return end == from ? -1 : end;
  }

  private Term fraction() {
    int p = skipDigits(position);
    if (p < limit && (text[p] | 0x20) == 'e') {
      int end = exponentEnd(p);
      p = end < 0 ? p : end;
    }
    position = p;
    return Term.NUMBER;
  }

  private int skipDigits(int from) {
    int p = from;
    while (p < limit && CharClasses.isDigit(text[p])) {
      p++;
    }
    return p;
  }

  private void skipBlanks() {
    final byte[] bytes = text;
    int p = position;
    while (p < limit) {
      byte b = bytes[p];
      if (CharClasses.isBlank(b)) {
        p++;
      } else if (b == '-' || b == '/' || b == '#' || b == '*') {
        int behind = skipComment(p, b);
        if (behind == p) {
          break;
        }
        p = behind;
      } else {
        break;
      }
    }
    position = p;
  }

  /**
   * Returns the end of the comment or comment mark that begins at {@code p}; {@code p} if there is
   * none.
   */
  private int skipComment(int p, byte b) {
    if (b == '#') {
      return lineEnd(p);
    }
    if (p + 1 >= limit) {
      return p;
    }
    byte second = text[p + 1];
    if (b == '-') {
      boolean isComment =
          second == '-' && (p + 2 == limit || CharClasses.isBlankOrControl(text[p + 2]));
      return isComment ? lineEnd(p) : p;
    }
    if (b == '*') {
      return closeExecuted(p, second);
    }
    return second == '*' ? skipBlock(p) : p;
  }

  private int closeExecuted(int p, byte second) {
    if (!isInExecuted || second != '/') {
      return p;
    }
    isInExecuted = false;
    return p + 2;
  }

  private int lineEnd(int from) {
    int p = from;
    while (p < limit && text[p] != '\n') {
      p++;
    }
    return p;
  }

  /**
   * Returns the end of the comment that begins at {@code p}. For an executed comment, returns the
   * end of its opening mark.
   */
  private int skipBlock(int p) {
    int mark = p + 2;
    boolean isForMariaDb = mark < limit && text[mark] == 'M';
    mark += isForMariaDb ? 1 : 0;
    if (mark >= limit || text[mark] != '!') {
      return blockEnd(p + 2, 0);
    }
    int digitsEnd = versionEnd(mark + 1);
    int version = version(mark + 1, digitsEnd);
    if (!rules.isExecuted(version, isForMariaDb)) {
      return blockEnd(digitsEnd, 1);
    }
    isInExecuted = true;
    return digitsEnd;
  }

  /**
   * Returns the end of a version of five or six digits. A number with fewer digits belongs to the
   * code.
   */
  private int versionEnd(int from) {
    int end = from;
    while (end < limit && end < from + 6 && CharClasses.isDigit(text[end])) {
      end++;
    }
    return end - from < 5 ? from : end;
  }

  private int version(int from, int to) {
    int value = 0;
    for (int p = from; p < to; p++) {
      value = value * 10 + text[p] - '0';
    }
    return value;
  }

  /**
   * Returns the end of a comment whose content begins at {@code from}. The comment may contain up
   * to {@code nested} levels of comments.
   */
  private int blockEnd(int from, int nested) {
    int depth = 0;
    int p = from;
    while (p + 1 < limit) {
      if (text[p] == '*' && text[p + 1] == '/') {
        p += 2;
        if (depth-- == 0) {
          return p;
        }
      } else if (text[p] == '/' && text[p + 1] == '*' && depth < nested) {
        depth++;
        p += 2;
      } else {
        p++;
      }
    }
    isUnterminated = true;
    return limit;
  }
}
