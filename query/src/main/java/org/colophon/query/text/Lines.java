// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.text;

import java.util.stream.Collectors;

/** Shortens text to the width of a terminal. */
public final class Lines {
  private static final String CUT = " ... ";

  private Lines() {}

  /**
   * Shortens long lines in the middle. The beginning of a line names its subject, and the end often
   * its location.
   *
   * @param widthColumns maximum length; 0 to leave the text unchanged
   */
  public static String fit(String text, int widthColumns) {
    if (widthColumns == 0) {
      return text;
    }
    int width = Math.max(widthColumns, 4 * CUT.length());
    return text.lines().map(line -> fitLine(line, width) + "\n").collect(Collectors.joining());
  }

  /** Shortens a long line at its end. */
  public static String fitStart(String line, int width) {
    return line.codePointCount(0, line.length()) <= width
        ? line
        : line.substring(0, line.offsetByCodePoints(0, width - CUT.length())) + CUT.stripTrailing();
  }

  /** Shortens a long line in the middle if the width allows that. */
  public static String fitLine(String line, int width) {
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
