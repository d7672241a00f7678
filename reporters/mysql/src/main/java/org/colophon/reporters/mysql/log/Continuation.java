package org.colophon.reporters.mysql.log;

/**
 * Judges a line that looks like a record where it stands outside of quotes and comments. Within a
 * statement that the server accepts, no time can stand there. A number can, but only behind
 * something unfinished, and a word behind it only as a name, as in {@code select\n\t\t 5 Query\t, a
 * from t}, which gives the column 5 the name Query. So where the text before is unfinished, a line
 * without a time must go on as records do, which such a continuation cannot.
 */
final class Continuation {
  private static final int LONGEST_WORD = 24;
  private static final String UNFINISHED_SIGNS = ",(=<>+-*/%|&^~!.@:";

  /** Behind which a number may have a name. A statement hardly ever ends with one of them. */
  private static final WordSet UNFINISHED_WORDS =
      WordSet.of(
          "select",
          "all",
          "distinct",
          "distinctrow",
          "high_priority",
          "straight_join",
          "sql_big_result",
          "sql_buffer_result",
          "sql_cache",
          "sql_calc_found_rows",
          "sql_no_cache",
          "sql_small_result",
          "and",
          "or",
          "xor",
          "not",
          "div",
          "mod",
          "between",
          "like",
          "regexp",
          "rlike",
          "binary",
          "where",
          "having",
          "by",
          "returning");

  /** Behind which BINARY is the name of a character set. */
  private static final WordSet CHARSETS = WordSet.of("names", "set", "charset", "collate");

  private static final WordSet VERBS =
      WordSet.of(
          "select",
          "insert",
          "update",
          "delete",
          "replace",
          "create",
          "alter",
          "drop",
          "set",
          "show",
          "begin",
          "start",
          "commit",
          "rollback",
          "load",
          "truncate",
          "rename",
          "call",
          "use",
          "unlock",
          "with",
          "table",
          "values",
          "do",
          "handler",
          "prepare",
          "execute",
          "deallocate",
          "explain",
          "describe",
          "desc",
          "analyze",
          "check",
          "checksum",
          "optimize",
          "repair",
          "grant",
          "revoke",
          "flush",
          "kill",
          "xa",
          "savepoint",
          "release",
          "reset",
          "purge",
          "change",
          "stop",
          "install",
          "uninstall",
          "help",
          "binlog",
          "cache",
          "import",
          "signal",
          "resignal",
          "get",
          "declare",
          "if",
          "while",
          "loop",
          "repeat",
          "return",
          "open",
          "close",
          "case",
          "leave",
          "iterate",
          "shutdown",
          "backup",
          "clone");

  private static final WordSet LOCK = WordSet.of("lock");
  private static final WordSet LOCKED = WordSet.of("table", "tables", "instance");

  private Continuation() {}

  /**
   * Whether a number may follow the text and have a name.
   *
   * @param to before the blanks and comments that the text ends with, or behind them
   */
  static boolean mayGoOn(byte[] text, int from, int to) {
    int end = behindCode(text, from, to);
    if (end == from) {
      return false;
    }
    byte last = text[end - 1];
    return UNFINISHED_SIGNS.indexOf(last) >= 0 || (isLetter(last) && isUnfinished(text, from, end));
  }

  /** Names may end with such words, too, which only makes the judge stricter. */
  private static boolean isUnfinished(byte[] text, int from, int end) {
    int begin = wordBegin(text, from, end);
    return UNFINISHED_WORDS.contains(text, begin, end) && !isCharset(text, from, begin);
  }

  private static boolean isCharset(byte[] text, int from, int begin) {
    int end = behindCode(text, from, begin);
    return CHARSETS.contains(text, wordBegin(text, from, end), end);
  }

  private static int wordBegin(byte[] text, int from, int end) {
    int begin = end;
    while (begin > from && isLetter(text[begin - 1]) && end - begin < LONGEST_WORD) {
      begin--;
    }
    return begin;
  }

  private static int behindCode(byte[] text, int from, int to) {
    int end = to;
    while (end > from && isBlank(text[end - 1])) {
      end--;
    }
    return end;
  }

  /**
   * Whether a line that begins as a record does is one, where the text before may go on.
   *
   * @param b has the record's argument in {@code b[from..to)}
   */
  static boolean isRecord(Command command, byte[] b, int from, int to) {
    if (!command.mayBeName()) {
      return true;
    }
    return switch (command.kind()) {
      case QUERY, PREPARE, EXECUTE -> beginsStatement(b, from, to);
      case CONNECT -> ClientName.isNoSql(b, from, to);
      default -> false;
    };
  }

  /** Whether a statement begins here, leading blanks, parentheses and comments passed over. */
  private static boolean beginsStatement(byte[] b, int from, int to) {
    int at = behindComments(b, from, to);
    int end = behindWord(b, at, to);
    if (!LOCK.contains(b, at, end)) {
      return VERBS.contains(b, at, end);
    }
    // What locks rows stands at the end of a query.
    int what = behindComments(b, end, to);
    return LOCKED.contains(b, what, behindWord(b, what, to));
  }

  /** Where words begin; the end if a comment goes on there. */
  private static int behindComments(byte[] b, int from, int to) {
    int at = from;
    while (at < to) {
      if (isBlank(b[at]) || b[at] == '(') {
        at++;
      } else if (b[at] == '/' && at + 1 < to && b[at + 1] == '*') {
        at = behindComment(b, at + 2, to);
      } else {
        return at;
      }
    }
    return to;
  }

  /** What the server executes of a comment is looked at as if it stood in none. */
  private static int behindComment(byte[] b, int from, int to) {
    int mark = from < to && b[from] == 'M' ? from + 1 : from;
    if (mark < to && b[mark] == '!') {
      int at = mark + 1;
      while (at < to && b[at] >= '0' && b[at] <= '9') {
        at++;
      }
      return at;
    }
    int at = from;
    while (at + 1 < to && (b[at] != '*' || b[at + 1] != '/')) {
      at++;
    }
    return Math.min(to, at + 2);
  }

  private static int behindWord(byte[] b, int from, int to) {
    int end = from;
    while (end < to && isLetter(b[end]) && end - from < LONGEST_WORD) {
      end++;
    }
    return end;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }

  private static boolean isLetter(byte b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '_';
  }
}
