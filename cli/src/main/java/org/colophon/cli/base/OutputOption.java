// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.base;

import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the destination and the format of an answer. */
public final class OutputOption {
  private static final int MAX_COLUMNS = 100_000;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to FILE instead of standard output.")
  private @Nullable Path file;

  @Option(names = "--json", description = "Answer in JSON, for programs.")
  private boolean isJson;

  @Option(
      names = "--width",
      paramLabel = "COLUMNS",
      description = "Cut lines of text at this width (default: the terminal's, else no limit).")
  private @Nullable Integer widthColumns;

  /** Rejects a width outside the allowed range. */
  public void check() {
    if (widthColumns != null && (widthColumns < 0 || widthColumns > MAX_COLUMNS)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--width must be from 0, which cuts nothing, to "
              + MAX_COLUMNS
              + ", not "
              + widthColumns);
    }
  }

  /** Returns whether the command line sets the width. */
  public boolean isWidthGiven() {
    return widthColumns != null;
  }

  /**
   * Rejects {@code --json} together with another format.
   *
   * @param format the given format; null if none is given
   */
  public void checkFormat(@Nullable String format, List<String> formats) {
    if (isJson && format != null && !formats.contains(format)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--json and --format " + format + " contradict each other; leave one of them out");
    }
  }

  /** Returns the maximum length of lines of text; 0 for no limit. */
  public int widthColumns(int terminalColumns) {
    return widthColumns == null ? terminalColumns : widthColumns;
  }

  public boolean isJson() {
    return isJson;
  }

  /** Returns the absolute path of the file; null for standard output. */
  public @Nullable Path file(BaseCommand command) {
    return file == null ? null : command.absolute(file);
  }
}
