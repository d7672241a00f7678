package org.colophon.reporters.mysql.sql;

import java.util.Arrays;
import org.colophon.reporters.mysql.sql.lex.SqlLexer;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.lex.Term;

/**
 * Says which strings stand in a comparison with something that holds secrets, wherever in it that
 * is named: {@code 'x' = password}, {@code (a, b) = (name, password)}. What a column or a variable
 * of a routine is by default counts as well, and what is given such a name or put into such a
 * variable.
 *
 * <p>A text is cut into pieces at words such as AND and at commas, in each pair of parentheses
 * anew. All strings of a piece are secret that compares and names something secret. Reads ahead of
 * the one who asks, no further than to the end of the piece.
 */
final class ComparedSecrets {
  private static final int MOST_LEVELS = 256;
  private static final int MOST_RANGES = 1 << 12;

  /** The piece names something that holds secrets. */
  private static final int NAMES = 1;

  /** The piece compares, or gives a value. */
  private static final int COMPARES = 2;

  /** The pieces within these parentheses name something that holds secrets, or one does. */
  private static final int HAS_NAMES = 4;

  /** What is in these parentheses are columns of a table, and no part of an expression. */
  private static final int LISTS = 8;

  /** What is in these parentheses is compared with one another. */
  private static final int IS_ONE = 16;

  /** A CASE began, and has no WHEN yet. */
  private static final int CASE = 256;

  /**
   * The WHENs of a CASE are compared with something that holds secrets. So are those behind it in
   * these parentheses, since not every END is its own.
   */
  private static final int CASES = 32;

  /** What a query selects may go INTO something. */
  private static final int SELECTS = 64;

  /** What was selected goes INTO what is named now. */
  private static final int TAKES = 128;

  private static final int OF_PIECE = NAMES | COMPARES;

  private final SecretNames secrets;
  private final SqlLexer lexer = new SqlLexer();
  private final int[] from = new int[MOST_LEVELS];
  private final int[] selectedFrom = new int[MOST_LEVELS];
  private final int[] flags = new int[MOST_LEVELS];
  private int depth;
  private boolean isAtEnd;

  /** Where secrets are: one after the other, none within another. */
  private final int[] begins = new int[MOST_RANGES];

  private final int[] ends = new int[MOST_RANGES];
  private int ranges;
  private int passed;

  private byte[] text = new byte[0];
  private Term last = Term.END_OF_TEXT;
  private Term beforeName = Term.END_OF_TEXT;
  private String lastWord = "";
  private boolean isNameLast;
  private boolean isSetLast;

  /** Whether variables are named that have one default. */
  private boolean isDeclaring;

  ComparedSecrets(SecretNames secrets) {
    this.secrets = secrets;
  }

  /** A text begins. */
  void begin(byte[] source, int start, int end, SqlRules rules) {
    text = source;
    lexer.reset(source, start, end, rules);
    Arrays.fill(flags, 0);
    from[0] = start;
    depth = 0;
    ranges = 0;
    passed = 0;
    last = Term.END_OF_TEXT;
    beforeName = Term.END_OF_TEXT;
    lastWord = "";
    isNameLast = false;
    isSetLast = false;
    isDeclaring = false;
    isAtEnd = false;
  }

  /** Whether the string is a secret that begins at a place; never before one asked about before. */
  boolean isSecret(int at) {
    while (!isAtEnd && decidedTo() <= at) {
      Term term = lexer.next();
      isAtEnd = term == Term.END_OF_TEXT;
      follow(term);
    }
    while (passed < ranges && ends[passed] <= at) {
      passed++;
    }
    return passed < ranges && begins[passed] <= at;
  }

  private int decidedTo() {
    return (flags[0] & (SELECTS | TAKES)) != 0 ? selectedFrom[0] : from[0];
  }

  private void follow(Term term) {
    if (isNameLast && term != Term.DOT) {
      flags[level()] |= NAMES; // a qualifier holds nothing itself
    }
    isNameLast = false;
    if (isSetLast && term != Term.DEFAULT) {
      part();
    }
    isSetLast = term == Term.SET && last != Term.CHARACTER;
    isDeclaring &= term != Term.DEFAULT && term != Term.FOR && term != Term.SEMICOLON;
    switch (term) {
      case OPENING -> open();
      case CLOSING -> close();
      case END_OF_TEXT -> end();
      case COMMA -> {
        if (!has(IS_ONE) && !isDeclaring) {
          part();
        }
      }
      case SELECT -> select();
      case INTO -> into();
      case SEMICOLON,
          FROM,
          WHERE,
          HAVING,
          UNION,
          INTERSECT,
          EXCEPT,
          BEGIN,
          DO,
          THEN,
          ELSE,
          RETURN -> {
        part();
        flags[level()] &= ~(SELECTS | TAKES);
      }
      case AND, OR, GROUP, ORDER, LIMIT, ON, JOIN, VALUES, UPDATE -> part();
      case CASE -> {
        part();
        flags[level()] |= CASE;
      }
      case EQUALS, LIKE, IN, DEFAULT -> flags[level()] |= COMPARES;
      case SYMBOL -> {
        byte symbol = text[lexer.start()];
        flags[level()] |= symbol == '<' || symbol == '>' ? COMPARES : 0;
      }
      default -> word(term);
    }
    lastWord = term.isNameLike() ? lastWord : "";
    boolean isOfName = term.isNameLike() && last != Term.DOT;
    beforeName = isOfName ? last : beforeName;
    last = term;
  }

  private void word(Term term) {
    boolean isName = term.isNameLike() || term == Term.VARIABLE;
    lastWord = isName ? SecretNames.word(text, lexer.start(), lexer.end()) : "";
    switch (lastWord) {
      case "BETWEEN", "REGEXP", "RLIKE" -> flags[level()] |= COMPARES;
      case "WHEN" -> when();
      case "DECLARE" -> isDeclaring = true;
      default -> {
        isNameLast = isName && secrets.include(lastWord);
        boolean isGiven = isNameLast && isGiving(last);
        flags[level()] |= isGiven ? COMPARES : 0;
      }
    }
  }

  /** Whether a name behind it may be what something is called. */
  private static boolean isGiving(Term before) {
    return before == Term.AS || before == Term.STRING || before == Term.CLOSING;
  }

  /** Of a CASE with something to compare, or of one with conditions. */
  private void when() {
    boolean isOfSecret = has(CASES) || (has(CASE) && has(NAMES));
    part();
    flags[level()] &= ~CASE;
    flags[level()] |= isOfSecret ? CASES | OF_PIECE : 0;
  }

  private void select() {
    part();
    int level = level();
    flags[level] = (flags[level] & ~TAKES) | SELECTS;
    selectedFrom[level] = lexer.end();
  }

  private void into() {
    part();
    int level = level();
    if (has(SELECTS)) {
      flags[level] = (flags[level] & ~SELECTS) | TAKES;
    }
  }

  private void open() {
    boolean isList =
        switch (beforeName) {
          case TABLE, EXISTS, INTO, INSERT, REPLACE, IGNORE, INDEX, KEY -> last.isNameLike();
          default -> false;
        };
    boolean isCompared =
        switch (lastWord) {
          case "STRCMP", "NULLIF", "COALESCE", "IFNULL", "NVL" -> true;
          default -> false;
        };
    depth++;
    if (depth < MOST_LEVELS) {
      from[depth] = lexer.end();
      flags[depth] = (isList ? LISTS : 0) | (isCompared ? IS_ONE | COMPARES : 0);
    }
  }

  private void close() {
    if (depth > 0 && depth < MOST_LEVELS) {
      part();
      boolean isNamed = (flags[depth] & (HAS_NAMES | LISTS)) == HAS_NAMES;
      flags[depth - 1] |= isNamed ? NAMES : 0;
    }
    depth = Math.max(0, depth - 1);
  }

  private void end() {
    while (depth > 0) {
      close();
    }
    part();
    flags[0] = 0;
  }

  /** The piece ends; where parentheses are too deep to be told apart, all is one. */
  private void part() {
    if (depth >= MOST_LEVELS) {
      return;
    }
    int level = level();
    int end = lexer.start();
    if (has(NAMES) && has(TAKES)) {
      add(selectedFrom[level], end);
    } else if (has(NAMES) && has(COMPARES)) {
      add(from[level], end);
    }
    flags[level] = (flags[level] & ~OF_PIECE) | (has(NAMES) ? HAS_NAMES : 0);
    from[level] = lexer.end();
  }

  private boolean has(int flag) {
    return (flags[level()] & flag) != 0;
  }

  private int level() {
    return Math.min(depth, MOST_LEVELS - 1);
  }

  /** What is within it is part of it. Where there are too many, what is between two counts. */
  private void add(int begin, int end) {
    while (ranges > passed && begins[ranges - 1] >= begin) {
      ranges--;
    }
    if (ranges == MOST_RANGES && passed > 0) {
      System.arraycopy(begins, passed, begins, 0, ranges - passed);
      System.arraycopy(ends, passed, ends, 0, ranges - passed);
      ranges -= passed;
      passed = 0;
    }
    if (ranges == MOST_RANGES) {
      ends[ranges - 1] = end;
      return;
    }
    begins[ranges] = begin;
    ends[ranges] = end;
    ranges++;
  }
}
