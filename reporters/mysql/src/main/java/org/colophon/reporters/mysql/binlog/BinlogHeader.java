package org.colophon.reporters.mysql.binlog;

import java.io.IOException;
import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.FileOpener;

/**
 * Server facts at the beginning of a binary log.
 *
 * @param version as in 101119 for 10.11.19
 */
public record BinlogHeader(boolean isMariaDb, int version) {
  /** Reads the header. Returns null before there is one. */
  public static BinlogHeader of(Path log, FileOpener opener) {
    try (BinlogFiles files = new BinlogFiles(log, opener)) {
      return files.head();
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read " + log + ": " + e, e);
    }
  }
}
