// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import java.nio.charset.StandardCharsets;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.sql.model.Access;
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

  /** Function by which the servers replace a local variable of a routine. */
  private static final byte[] LOCAL_VARIABLE = "NAME_CONST(".getBytes(StandardCharsets.US_ASCII);

  private static final int LOWER_CASE = 0x20;

  /** Returns whether the client may receive rows that the statement reads. */
  public boolean returnsRows(LogRecord record) {
    return switch (statement.kind()) {
      case SELECT -> !writesFile();
      case CALL, BLOCK, EXECUTE, UNKNOWN -> true;
      case INSERT, REPLACE, DELETE -> contains(record, RETURNING);
      default -> false;
    };
  }

  /**
   * Returns whether the statement runs a routine that has an access. If the log has query ids, the
   * statements of a routine have records of their own.
   */
  public boolean runs(Access access, LogRecord record) {
    return record.queryId == LogRecord.NO_QUERY_ID
        && statement.tables().stream().anyMatch(use -> use.access() == access);
  }

  /**
   * Returns whether the statement uses a local variable or parameter of a routine. Includes text in
   * strings, because MariaDB inserts the function at a wrong place in some statements.
   */
  public static boolean usesLocals(LogRecord record) {
    return contains(record, LOCAL_VARIABLE);
  }

  /**
   * Returns whether the log may omit the statement that set a variable. Without query ids, a log
   * omits assignments of local variables. A binary log omits those of session variables, too.
   */
  public boolean hidesSources(LogRecord record) {
    boolean isOfBinlog = record.error != LogRecord.UNKNOWN_OUTCOME;
    return record.queryId == LogRecord.NO_QUERY_ID
        && (usesLocals(record)
            || (isOfBinlog && statement.variables().stream().anyMatch(use -> !use.isWrite())));
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
   * Returns whether the text contains a word in any case. If only a string contains RETURNING, rows
   * wrongly count as returned.
   */
  private static boolean contains(LogRecord record, byte[] word) {
    int last = record.to - word.length;
    for (int i = record.from; i <= last; i++) {
      if ((record.text[i] | LOWER_CASE) == (word[0] | LOWER_CASE) && isAt(record.text, i, word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAt(byte[] text, int at, byte[] word) {
    for (int i = 1; i < word.length; i++) {
      if ((text[at + i] | LOWER_CASE) != (word[i] | LOWER_CASE)) {
        return false;
      }
    }
    return true;
  }
}
