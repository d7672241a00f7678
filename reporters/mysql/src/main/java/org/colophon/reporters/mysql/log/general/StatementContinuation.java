package org.colophon.reporters.mysql.log.general;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Decides whether a line that looks like a record continues the statement before it. Not for lines
 * in quotes and comments. No statement can continue with a time. But it can continue with a number
 * and its alias, as in {@code select\n\t\t 5 Query\t, a from t}. After such an unfinished
 * expression, a line counts as a record only if the rest of the line fits, too.
 */
final class StatementContinuation {
  private static final int MAX_WORD_LENGTH = 24;
  private static final String UNFINISHED_SIGNS = ",(=<>+-*%|&^~!.@:";

  /** Words after which a number with an alias may follow. Hardly any statement ends with one. */
  private static final Set<String> UNFINISHED_WORDS =
      Set.of(
          """
          select all distinct distinctrow high_priority straight_join sql_big_result
          sql_buffer_result sql_cache sql_calc_found_rows sql_no_cache sql_small_result
          and or xor not div mod between like regexp rlike where having by returning
          """
              .split("\\s+"));

  private static final Set<String> VERBS =
      Set.of(
          """
          select insert update delete replace create alter drop set show begin start commit
          rollback load truncate rename call use lock unlock with table values do handler prepare
          execute deallocate explain describe desc analyze check checksum optimize repair grant
          revoke flush kill xa savepoint release reset purge change stop install uninstall help
          binlog cache import signal resignal get declare if while loop repeat return open close
          case leave iterate shutdown backup clone
          """
              .split("\\s+"));

  private StatementContinuation() {}

  /** Returns whether a number with an alias may follow the text. */
  static boolean isUnfinished(byte[] text, int from, int to) {
    int end = to;
    while (end > from && isBlank(text[end - 1])) {
      end--;
    }
    if (end == from || !isLetter(text[end - 1])) {
      return end > from && UNFINISHED_SIGNS.indexOf(text[end - 1]) >= 0;
    }
    int begin = end;
    while (begin > from && isLetter(text[begin - 1]) && end - begin < MAX_WORD_LENGTH) {
      begin--;
    }
    return UNFINISHED_WORDS.contains(lower(text, begin, end));
  }

  /**
   * Returns whether a line after unfinished text is a record, by its argument {@code b[from..to)}.
   */
  static boolean isRecord(GeneralLogCommand command, byte[] b, int from, int to) {
    if (!command.mayBeName()) {
      return true;
    }
    return switch (command.kind()) {
      case QUERY, PREPARE, EXECUTE -> beginsStatement(b, from, to);
      case CONNECT -> ClientName.isWhole(b, from, to);
      default -> false;
    };
  }

  /** Returns whether a verb follows leading blanks, parentheses and comments. */
  private static boolean beginsStatement(byte[] b, int from, int to) {
    int at = from;
    while (at < to && (isBlank(b[at]) || b[at] == '(' || isComment(b, at, to))) {
      at = isComment(b, at, to) ? commentEnd(b, at + 2, to) : at + 1;
    }
    int end = at;
    while (end < to && isLetter(b[end]) && end - at < MAX_WORD_LENGTH) {
      end++;
    }
    return VERBS.contains(lower(b, at, end));
  }

  private static String lower(byte[] b, int from, int to) {
    return new String(b, from, to - from, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
  }

  private static boolean isComment(byte[] b, int at, int to) {
    return b[at] == '/' && at + 1 < to && b[at + 1] == '*';
  }

  private static int commentEnd(byte[] b, int from, int to) {
    int at = from;
    while (at + 1 < to && (b[at] != '*' || b[at + 1] != '/')) {
      at++;
    }
    return Math.min(to, at + 2);
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }

  private static boolean isLetter(byte b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '_';
  }
}
