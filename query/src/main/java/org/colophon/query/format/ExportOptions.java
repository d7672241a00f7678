package org.colophon.query.format;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.Supplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;

/**
 * Presentation of an export. Formats for programs ignore the options for terminals.
 *
 * @param colour whether to use ANSI colours
 * @param widthColumns maximum length of lines; 0 for no limit
 * @param unicode whether trees may use box-drawing characters
 * @param directory base of relative paths; empty, or the root, to show absolute paths.
 * @param zone time zone of displayed times
 * @param folded whether trees fold chains of processes and empty pipes
 * @param source the history, for formats that name it
 * @param certified the part of the history that is certified, for JSON
 */
public record ExportOptions(
    boolean colour,
    int widthColumns,
    boolean unicode,
    String directory,
    ZoneId zone,
    boolean folded,
    Supplier<ExportSource> source,
    CertifiedState certified) {
  private static final ExportSource UNKNOWN = new ExportSource("", "", Lsn.LATEST);

  public ExportOptions {
    if (widthColumns < 0) {
      throw ErrorCode.BAD_REQUEST.exception("width must not be negative: " + widthColumns);
    }
    // Everything lies below the root; without its slash a path would look relative.
    directory = directory.equals("/") ? "" : directory;
  }

  /** An export from an unknown history. */
  public ExportOptions(
      boolean colour,
      int widthColumns,
      boolean unicode,
      String directory,
      ZoneId zone,
      boolean folded) {
    this(
        colour, widthColumns, unicode, directory, zone, folded, () -> UNKNOWN, CertifiedState.NONE);
  }

  /** No colours, no limit of width, full paths, UTC: the same output everywhere. */
  public static ExportOptions plain() {
    return new ExportOptions(false, 0, true, "", ZoneOffset.UTC, false);
  }

  /** Returns the same options, with or without folding. */
  public ExportOptions folding(boolean isFolded) {
    return new ExportOptions(
        colour, widthColumns, unicode, directory, zone, isFolded, source, certified);
  }
}
