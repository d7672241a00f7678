package org.colophon.benchmarks.mysql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * The log that a server wrote under load, to be replayed.
 *
 * @param file what it wrote
 * @param bodyBytes of the load; what comes behind makes the table that marks the end
 * @param statements of the load
 * @param mark the table that marks the end
 */
record RecordedLog(LogKind kind, Path file, long bodyBytes, long statements, String mark) {
  double bytesPerStatement() {
    return (double) bodyBytes / statements;
  }

  static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot look at " + file + ": " + e, e);
    }
  }
}
