// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.text;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Collectors;
import org.colophon.core.error.MessageText;
import org.colophon.core.model.Bytes;

/** Formats values for display. */
public final class DisplayText {
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private DisplayText() {}

  /** Escapes an untrusted text for a terminal. */
  public static String text(String text) {
    return Bytes.of(text).display();
  }

  /** Makes a message terminal-safe. Preserves its line breaks and its escapes. */
  public static String message(String message) {
    return message
        .codePoints()
        .mapToObj(Character::toString)
        .map(each -> each.equals("\n") || each.equals("\\") ? each : text(each))
        .collect(Collectors.joining());
  }

  /** Returns a time in a zone, or {@code -} if unknown. */
  public static String time(long nanos, ZoneId zone) {
    return nanos == 0 ? "-" : LOCAL.format(toInstant(nanos).atZone(zone));
  }

  /** Formats a time in UTC as RFC 3339 prescribes. */
  public static String instant(long nanos) {
    return toInstant(nanos).toString();
  }

  public static Instant toInstant(long nanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
  }

  /** Returns a size with a binary unit. */
  public static String size(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    int unit = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
    double value = bytes / (double) (1L << (10 * unit));
    return String.format(Locale.ROOT, "%.1f %siB", value, "KMGTPE".charAt(unit - 1));
  }

  /** Returns a count with its noun. The noun is in the plural unless the count is one. */
  public static String count(long number, String noun) {
    return MessageText.count(number, noun);
  }

  /** Returns a count with thousands separators. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** Returns a duration in a suitable unit. */
  public static String duration(long nanos) {
    double seconds = nanos / 1e9;
    if (seconds < 1) {
      return String.format(Locale.ROOT, "%.0f ms", seconds * 1e3);
    }
    return String.format(Locale.ROOT, "%.2f s", seconds);
  }
}
