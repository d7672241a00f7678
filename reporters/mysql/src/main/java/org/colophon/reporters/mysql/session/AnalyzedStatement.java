package org.colophon.reporters.mysql.session;

import java.nio.charset.StandardCharsets;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.sql.model.FileUse;
import org.colophon.reporters.mysql.sql.model.Statement;

/**
 * One statement of an analyzed text.
 *
 * @param name display name of the text
 * @param isOfTrigger whether a trigger of the previous statement ran this statement
 * @param isOneOfMany whether the text has other statements
 */
public record AnalyzedStatement(
    Statement statement, StatementName name, boolean isOfTrigger, boolean isOneOfMany) {
  private static final byte[] RETURNING = "returning".getBytes(StandardCharsets.US_ASCII);
  private static final int LOWER_CASE = 0x20;

  /** Returns whether the client may receive rows that the statement reads. */
  public boolean returnsRows(LogRecord record) {
    return switch (statement.kind()) {
      case SELECT -> !writesFile();
      case CALL, BLOCK, EXECUTE, UNKNOWN -> true;
      case INSERT, REPLACE, DELETE -> hasReturning(record);
      default -> false;
    };
  }

  private boolean writesFile() {
    for (FileUse use : statement.files()) {
      if (use.access().isWrite()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether the text has the word RETURNING. If only a string contains it, rows wrongly
   * count as returned.
   */
  private static boolean hasReturning(LogRecord record) {
    int last = record.to - RETURNING.length;
    for (int i = record.from; i <= last; i++) {
      if ((record.text[i] | LOWER_CASE) == RETURNING[0] && isReturning(record.text, i)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isReturning(byte[] text, int at) {
    for (int i = 1; i < RETURNING.length; i++) {
      if ((text[at + i] | LOWER_CASE) != RETURNING[i]) {
        return false;
      }
    }
    return true;
  }
}
