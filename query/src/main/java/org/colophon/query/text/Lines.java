package org.colophon.query.text;

import java.util.stream.Collectors;

/** Fits text into a terminal. */
public final class Lines {
  private static final String CUT = " ... ";

  private Lines() {}

  /**
   * Takes the middle out of every line that is too long: its begin says what it is about, its end
   * often where it is.
   *
   * @param widthColumns 0 to leave the text as it is
   */
  public static String fit(String text, int widthColumns) {
    if (widthColumns == 0) {
      return text;
    }
    int width = Math.max(widthColumns, 4 * CUT.length());
    return text.lines().map(line -> fitLine(line, width) + "\n").collect(Collectors.joining());
  }

  /**
   * Takes the middle out of one line if it is too long for a width that leaves room for the cut.
   */
  static String fitLine(String line, int width) {
    int length = line.codePointCount(0, line.length());
    if (length <= width) {
      return line;
    }
    int tail = (width - CUT.length()) / 2;
    int head = width - CUT.length() - tail;
    return line.substring(0, line.offsetByCodePoints(0, head))
        + CUT
        + line.substring(line.offsetByCodePoints(0, length - tail));
  }
}
