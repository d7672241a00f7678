// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses and formats sizes and durations with units. */
public final class Quantities {
  private static final Pattern NUMBER_AND_UNIT = Pattern.compile("([0-9]{1,15}) ?([A-Za-z]*)");

  private Quantities() {}

  /** Parses a size such as {@code 64MiB}, in bytes. Returns -1 if it is malformed. */
  public static long size(String text) {
    Matcher found = NUMBER_AND_UNIT.matcher(text);
    if (!found.matches()) {
      return -1;
    }
    int shift =
        switch (found.group(2)) {
          case "", "B" -> 0;
          case "KiB" -> 10;
          case "MiB" -> 20;
          case "GiB" -> 30;
          case "TiB" -> 40;
          default -> -1;
        };
    long number = Long.parseLong(found.group(1));
    return shift < 0 || number > Long.MAX_VALUE >> shift ? -1 : number << shift;
  }

  /** Parses a duration such as {@code 90d}. Returns null if it is malformed. */
  public static @Nullable Duration duration(String text) {
    Matcher found = NUMBER_AND_UNIT.matcher(text);
    if (!found.matches() || found.group(1).length() > 9) {
      return null;
    }
    long number = Long.parseLong(found.group(1));
    return switch (found.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "min" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofDays(number);
      case "w" -> Duration.ofDays(7 * number);
      default -> null;
    };
  }

  /** Formats a size in its largest whole unit. */
  public static String show(long bytes) {
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
    long value = bytes;
    int unit = 0;
    while (value != 0 && value % 1024 == 0 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return value + units[unit];
  }

  /** Formats a duration in its largest whole unit. */
  public static String show(Duration time) {
    long millis = time.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds != 0 && seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    }
    return seconds + "s";
  }
}
