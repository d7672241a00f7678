// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.graph;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Parses and formats durations of the command line. */
public final class Durations {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h)?");

  private Durations() {}

  /**
   * Parses a duration such as {@code 500ms}, {@code 30s} or {@code 5m}, in milliseconds. A number
   * without a unit is in seconds.
   *
   * @throws ColophonException BAD_REQUEST for any other form
   */
  static long millis(String option, String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "%s must be a duration such as 500ms, 30s or 5m, not '%s'".formatted(option, text));
    }
    long number = Long.parseLong(matcher.group(1));
    String unit = matcher.group(2) == null ? "s" : matcher.group(2);
    return switch (unit) {
      case "ms" -> number;
      case "m" -> number * 60_000;
      case "h" -> number * 3_600_000;
      default -> number * 1_000;
    };
  }
}
