package org.colophon.reporters.mysql.session;

import java.nio.charset.StandardCharsets;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.sql.model.FileUse;
import org.colophon.reporters.mysql.sql.model.Statement;

/** Whether a statement returns rows. */
final class Results {
  private static final byte[] RETURNING = "returning".getBytes(StandardCharsets.US_ASCII);
  private static final int LOWER_CASE = 0x20;

  private Results() {}

  /** Whether what the statement reads may go to the client. */
  static boolean goToClient(Statement statement, LogRecord record) {
    return switch (statement.kind()) {
      case SELECT -> !writesFile(statement);
      case CALL, BLOCK, HANDLER, EXECUTE, UNKNOWN -> true;
      case INSERT, REPLACE, DELETE -> saysReturning(record);
      default -> false;
    };
  }

  private static boolean writesFile(Statement statement) {
    for (FileUse use : statement.files()) {
      if (use.access().isWrite()) {
        return true;
      }
    }
    return false;
  }

  /** The word may stand in a text, too: then too much is said. */
  private static boolean saysReturning(LogRecord record) {
    int last = record.to - RETURNING.length;
    for (int i = record.from; i <= last; i++) {
      if ((record.text[i] | LOWER_CASE) == RETURNING[0] && isWord(record.text, i)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWord(byte[] text, int at) {
    for (int i = 1; i < RETURNING.length; i++) {
      if ((text[at + i] | LOWER_CASE) != RETURNING[i]) {
        return false;
      }
    }
    return true;
  }
}
