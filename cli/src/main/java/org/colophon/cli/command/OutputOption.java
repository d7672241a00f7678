package org.colophon.cli.command;

import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import picocli.CommandLine.Option;

/** Where an answer goes, and whether a program will read it. */
final class OutputOption {
  private static final int MAX_COLUMNS = 100_000;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to FILE instead of standard output.")
  private Path file;

  @Option(names = "--json", description = "Answer in JSON, for programs.")
  private boolean isJson;

  @Option(
      names = "--width",
      paramLabel = "COLUMNS",
      description = "Cut lines for people at this width (default: the terminal's, else none).")
  private Integer widthColumns;

  /** Refuses what makes no sense. */
  void check() {
    if (widthColumns != null && (widthColumns < 0 || widthColumns > MAX_COLUMNS)) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "--width is from 0, which cuts nothing, to " + MAX_COLUMNS + ", not " + widthColumns);
    }
  }

  /** Whether the command line says where lines are cut. */
  boolean isWidthGiven() {
    return widthColumns != null;
  }

  /**
   * Refuses {@code --json} beside a format that is none of JSON.
   *
   * @param format as given; null if none was
   */
  void checkFormat(String format, List<String> formats) {
    if (isJson && format != null && !formats.contains(format)) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "--json and --format " + format + " contradict each other");
    }
  }

  /** Where lines for people are cut; 0 for nowhere. */
  int widthColumns(int terminalColumns) {
    return widthColumns == null ? terminalColumns : widthColumns;
  }

  boolean isJson() {
    return isJson;
  }

  /** The file, absolute; null for standard output. */
  Path file(BaseCommand command) {
    return file == null ? null : command.absolute(file);
  }
}
