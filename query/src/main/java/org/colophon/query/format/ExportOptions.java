// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.format;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Supplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.jspecify.annotations.Nullable;

/**
 * Options of an export. Machine-readable formats ignore the options for terminals.
 *
 * @param colour whether to use ANSI colours.
 * @param widthColumns maximum length of lines; 0 for no limit.
 * @param unicode whether trees may use box-drawing characters.
 * @param directory base of relative paths; empty, or the root, to show absolute paths.
 * @param zone time zone of displayed times.
 * @param folded whether trees fold chains of processes and empty pipes.
 * @param source the exported history, for formats that include its id.
 * @param certified the part of the history that is certified, for JSON.
 * @param asRecorded for documents with proofs: the differences between recorded files and those on
 *     the disk, which the user accepts; null if such files are refused.
 */
public record ExportOptions(
    boolean colour,
    int widthColumns,
    boolean unicode,
    String directory,
    ZoneId zone,
    boolean folded,
    Supplier<ExportSource> source,
    CertifiedState certified,
    @Nullable List<String> asRecorded) {
  private static final ExportSource UNKNOWN = new ExportSource("", "", Lsn.LATEST);

  public ExportOptions {
    if (widthColumns < 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the width must be 0 (no limit) or more, not " + widthColumns);
    }
    // All absolute paths are below the root. Without its leading slash a path would look relative.
    directory = directory.equals("/") ? "" : directory;
  }

  /** Constructs options for a history that is not identified. */
  public ExportOptions(
      boolean colour,
      int widthColumns,
      boolean unicode,
      String directory,
      ZoneId zone,
      boolean folded) {
    this(
        colour,
        widthColumns,
        unicode,
        directory,
        zone,
        folded,
        () -> UNKNOWN,
        CertifiedState.NONE,
        null);
  }

  /**
   * Returns options for the same output everywhere: no colours, unlimited width, full paths, UTC.
   */
  public static ExportOptions plain() {
    return new ExportOptions(false, 0, true, "", ZoneOffset.UTC, false);
  }

  /** Returns the same options, with or without folding. */
  public ExportOptions folding(boolean isFolded) {
    return with(isFolded, asRecorded);
  }

  /** Returns the same options for a document that accepts differences from the disk. */
  public ExportOptions asRecorded(List<String> differences) {
    return with(folded, differences);
  }

  private ExportOptions with(boolean isFolded, @Nullable List<String> differences) {
    return new ExportOptions(
        colour, widthColumns, unicode, directory, zone, isFolded, source, certified, differences);
  }
}
