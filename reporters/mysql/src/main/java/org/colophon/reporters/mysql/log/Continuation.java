package org.colophon.reporters.mysql.log;

/**
 * Judges a line that looks like a record where it stands outside of quotes and comments. Within a
 * statement that the server accepts, a number at the beginning of a line can only follow something
 * unfinished, as in {@code select\n\t\t 5 Query\t, a from t}, which gives the column 5 the name
 * Query. So where the text before may be unfinished, a record must begin as statements do, which
 * such a continuation cannot.
 */
final class Continuation {
  private static final int LONGEST_WORD = 24;
  private static final String UNFINISHED_SIGNS = ",(=<>+-*/%|&^~!.@:/";
  private static final WordSet FINISHING_WORDS =
      WordSet.of(
          "end", "null", "true", "false", "default", "now", "desc", "asc", "commit", "rollback");
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
          "lock",
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
          "fetch",
          "open",
          "close",
          "case",
          "leave",
          "iterate",
          "shutdown",
          "backup",
          "clone");

  private Continuation() {}

  /** Whether the text may go on: what it ends with wants something to follow, or hides its end. */
  static boolean mayGoOn(byte[] text, int from, int to) {
    int end = to;
    while (end > from && isBlank(text[end - 1])) {
      end--;
    }
    if (end == from) {
      return true;
    }
    byte last = text[end - 1];
    return UNFINISHED_SIGNS.indexOf(last) >= 0
        || endsInComment(text, from, end)
        || (isLetter(last) && isUnfinishedWord(text, from, end));
  }

  private static boolean endsInComment(byte[] text, int from, int end) {
    for (int i = end - 1; i >= from && text[i] != '\n'; i--) {
      if (text[i] == '#' || (text[i] == '-' && i > from && text[i - 1] == '-')) {
        return true;
      }
    }
    return false;
  }

  /** Names end with letters, too; they are taken for words, which only makes the judge stricter. */
  private static boolean isUnfinishedWord(byte[] text, int from, int end) {
    int begin = end;
    while (begin > from && isLetter(text[begin - 1]) && end - begin < LONGEST_WORD) {
      begin--;
    }
    return !FINISHING_WORDS.contains(text, begin, end);
  }

  /** Whether a statement begins here, leading blanks, parentheses and comments passed over. */
  static boolean beginsStatement(byte[] b, int from, int to) {
    int at = from;
    while (at < to && (isBlank(b[at]) || b[at] == '(')) {
      at++;
    }
    if (at + 1 < to && b[at] == '/' && b[at + 1] == '*') {
      // What a comment hides may be anything; drivers put comments before their statements.
      return true;
    }
    int end = at;
    while (end < to && isLetter(b[end]) && end - at < LONGEST_WORD) {
      end++;
    }
    return VERBS.contains(b, at, end);
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }

  private static boolean isLetter(byte b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '_';
  }
}
