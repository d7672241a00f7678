// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

/**
 * Incremental scan that decides whether SQL text ends inside a quote or a comment. This lets a log
 * reader recognize lines within a statement. Uses the same rules as {@link SqlLexer}, and stores no
 * text. One thread.
 */
public final class TextScan {
  /** Lexical state. */
  public enum Place {
    /** Outside quotes and comments, where the statement may end. */
    CODE,
    SINGLE_QUOTE,
    DOUBLE_QUOTE,
    BACKTICK,
    /** A comment up to the next line feed. */
    LINE_COMMENT,
    BLOCK_COMMENT,
    /** Code within a comment that the server executes. */
    EXECUTED_COMMENT
  }

  // Decision that depends on further bytes.
  private enum Pending {
    NOTHING,
    DASH,
    DASHES,
    SLASH,
    STAR,
    OPENED,
    OPENED_M,
    VERSION,
    ESCAPE,
    PAIR
  }

  private SqlRules rules = SqlRules.MARIADB;
  private Place place = Place.CODE;
  private Pending pending = Pending.NOTHING;
  private boolean isInExecuted;
  private boolean isForMariaDb;
  private int version;
  private int versionDigits;
  private int nested;
  private int depth;
  private byte lead;

  public void reset(SqlRules lexRules) {
    rules = lexRules;
    place = Place.CODE;
    pending = Pending.NOTHING;
    isInExecuted = false;
  }

  /** Returns the state after the bytes so far. */
  public Place place() {
    return place == Place.CODE && isInExecuted ? Place.EXECUTED_COMMENT : place;
  }

  /** Returns whether the next byte is inside a quote or comment. */
  public boolean isInside() {
    boolean isOpening =
        switch (pending) {
          case OPENED, OPENED_M, VERSION -> true;
          default -> false;
        };
    return isOpening || place() != Place.CODE;
  }

  /** Continues with {@code bytes[from..to)}. */
  public void feed(byte[] bytes, int from, int to) {
    int p = from;
    while (p < to) {
      if (pending != Pending.NOTHING) {
        // Some bytes only decide the pending state and are then processed again.
        p += settle(bytes[p]) ? 1 : 0;
      } else if (place == Place.CODE) {
        p = code(bytes, p, to);
      } else {
        step(bytes[p]);
        p++;
      }
    }
  }

  /** Skips bytes without effect. Returns the index to resume at. */
  private int code(byte[] bytes, int from, int to) {
    int p = codeEnd(bytes, from, to);
    if (p == to) {
      return p;
    }
    code(bytes[p]);
    return p + 1;
  }

  private int codeEnd(byte[] bytes, int from, int to) {
    if (rules.charset().hasPairs()) {
      return codeEndOfPairs(bytes, from, to);
    }
    int p = from;
    while (p < to && !CharClasses.isTurn(bytes[p])) {
      p++;
    }
    return p;
  }

  /**
   * Finds the next byte that may begin a quote or comment. Skips the second bytes of characters,
   * which may have the same value.
   */
  private int codeEndOfPairs(byte[] bytes, int from, int to) {
    int p = from;
    while (p < to && !CharClasses.isTurn(bytes[p])) {
      if (bytes[p] >= 0) {
        p++;
      } else if (p + 1 == to) {
        lead = bytes[p];
        pending = Pending.PAIR;
        p++;
      } else {
        p += rules.charset().isPair(bytes[p], bytes[p + 1]) ? 2 : 1;
      }
    }
    return p;
  }

  private void step(byte b) {
    switch (place) {
      case SINGLE_QUOTE -> quoted(b, (byte) '\'', true);
      case DOUBLE_QUOTE -> quoted(b, (byte) '"', !rules.isAnsiQuotes());
      case BACKTICK -> quoted(b, (byte) '`', false);
      case LINE_COMMENT -> place = b == '\n' ? Place.CODE : place;
      default -> comment(b);
    }
  }

  private void code(byte b) {
    switch (b) {
      case '#' -> place = Place.LINE_COMMENT;
      case '-' -> pending = Pending.DASH;
      case '/' -> pending = Pending.SLASH;
      case '*' -> pending = isInExecuted ? Pending.STAR : Pending.NOTHING;
      default -> quote(b);
    }
  }

  private void quote(byte b) {
    place =
        switch (b) {
          case '\'' -> Place.SINGLE_QUOTE;
          case '"' -> Place.DOUBLE_QUOTE;
          default -> Place.BACKTICK;
        };
  }

  private void quoted(byte b, byte quote, boolean isString) {
    if (b == quote) {
      // A doubled quote leaves the quoted text and enters it again, with the same result.
      place = Place.CODE;
    } else if (b == '\\' && isString && !rules.isBackslashPlain()) {
      pending = Pending.ESCAPE;
    } else if (b < 0 && rules.charset().hasPairs()) {
      lead = b;
      pending = Pending.PAIR;
    }
  }

  private void comment(byte b) {
    if (b == '*') {
      pending = Pending.STAR;
    } else if (b == '/' && depth < nested) {
      pending = Pending.SLASH;
    }
  }

  /** Decides the pending state with one more byte. Returns whether the byte is consumed. */
  private boolean settle(byte b) {
    Pending decided = pending;
    pending = Pending.NOTHING;
    return switch (decided) {
      case DASH -> dash(b);
      case DASHES -> dashes(b);
      case SLASH -> slash(b);
      case STAR -> star(b);
      case OPENED, OPENED_M -> opened(b, decided == Pending.OPENED_M);
      case VERSION -> version(b);
      case PAIR -> rules.charset().isPair(lead, b);
      default -> true;
    };
  }

  private boolean dash(byte b) {
    boolean isDash = b == '-';
    pending = isDash ? Pending.DASHES : Pending.NOTHING;
    return isDash;
  }

  private boolean dashes(byte b) {
    if (CharClasses.isBlankOrControl(b)) {
      place = Place.LINE_COMMENT;
      return false;
    }
    if (b == '-') {
      // The last two of three dashes may begin a comment.
      pending = Pending.DASHES;
      return true;
    }
    return false;
  }

  private boolean slash(byte b) {
    if (b != '*') {
      return false;
    }
    if (place == Place.BLOCK_COMMENT) {
      depth++;
      return true;
    }
    pending = Pending.OPENED;
    return true;
  }

  private boolean star(byte b) {
    if (b != '/') {
      return false;
    }
    if (place == Place.CODE) {
      isInExecuted = false;
    } else if (depth-- == 0) {
      place = Place.CODE;
    }
    return true;
  }

  private boolean opened(byte b, boolean isAfterM) {
    if (b == 'M' && !isAfterM) {
      pending = Pending.OPENED_M;
      return true;
    }
    isForMariaDb = isAfterM;
    if (b != '!') {
      enterBlock(0);
      return false;
    }
    version = 0;
    versionDigits = 0;
    pending = Pending.VERSION;
    return true;
  }

  private void enterBlock(int mayNest) {
    place = Place.BLOCK_COMMENT;
    nested = mayNest;
    depth = 0;
  }

  private boolean version(byte b) {
    if (CharClasses.isDigit(b) && versionDigits < 6) {
      version = version * 10 + b - '0';
      versionDigits++;
      pending = Pending.VERSION;
      return true;
    }
    if (rules.isExecuted(versionDigits < 5 ? 0 : version, isForMariaDb)) {
      isInExecuted = true;
    } else {
      enterBlock(1);
    }
    return false;
  }
}
