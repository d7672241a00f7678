// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.text;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/** Parser of times and numbers in feeds and documents. */
public final class Times {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int MAX_TEXT = 40;

  /** Decimal digits of the seconds and of their fraction, which fit into a long. */
  private static final int MAX_SECONDS_DIGITS = 10;

  private static final int MAX_DECIMALS = 9;

  private Times() {}

  /**
   * Returns nanoseconds since 1970 from decimal seconds, from milli-, micro- or nanoseconds (by
   * magnitude), or from ISO 8601; 0 for anything else.
   */
  public static long nanos(Bytes text) {
    if (text == null || text.isEmpty() || text.length() > MAX_TEXT) {
      return 0;
    }
    long quick = secondsOf(text);
    if (quick != 0) {
      return quick;
    }
    try {
      return isNumber(text) ? ofNumber(new BigDecimal(text.toString())) : ofIso(text.toString());
    } catch (ArithmeticException | DateTimeException e) {
      return 0;
    }
  }

  /** Returns the nanoseconds of seconds with a fraction, as most feeds have them; 0 for others. */
  private static long secondsOf(Bytes text) {
    int point = text.indexOf('.', 0);
    int decimals = text.length() - point - 1;
    if (point < 1 || point > MAX_SECONDS_DIGITS || decimals < 1 || decimals > MAX_DECIMALS) {
      return 0;
    }
    long digits = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.at(i) - '0';
      if (i != point && (digit < 0 || digit > 9)) {
        return 0;
      }
      digits = i == point ? digits : digits * 10 + digit;
    }
    for (int i = decimals; i < MAX_DECIMALS; i++) {
      digits *= 10;
    }
    return Math.max(0, digits);
  }

  private static long ofNumber(BigDecimal number) {
    int digits = number.precision() - number.scale();
    int power = digits <= 11 ? 9 : digits <= 14 ? 6 : digits <= 17 ? 3 : 0;
    return number.scaleByPowerOfTen(power).toBigInteger().longValueExact();
  }

  private static long ofIso(String text) {
    return nanos(OffsetDateTime.parse(text).toInstant());
  }

  private static long nanos(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), NANOS_PER_SECOND), instant.getNano());
  }

  /** Returns whether the text has only digits and at most one point, between two digits. */
  private static boolean isNumber(Bytes text) {
    int points = 0;
    for (int i = 0; i < text.length(); i++) {
      byte b = text.at(i);
      boolean isPoint = b == '.' && i > 0 && i < text.length() - 1;
      points += isPoint ? 1 : 0;
      if (!isPoint && (b < '0' || b > '9')) {
        return false;
      }
    }
    return points <= 1;
  }

  /** Returns a number of at most 18 digits; -1 for anything else. */
  public static long number(@Nullable Bytes text) {
    if (text == null || text.isEmpty() || text.length() > 18) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.at(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  /** Returns nanoseconds since 1970; 0 if invalid. A time without a zone is UTC. */
  public static long isoNanos(String text) {
    if (text.isEmpty()) {
      return 0;
    }
    try {
      TemporalAccessor parsed =
          DateTimeFormatter.ISO_DATE_TIME.parseBest(
              text, OffsetDateTime::from, LocalDateTime::from);
      Instant instant =
          parsed instanceof OffsetDateTime zoned
              ? zoned.toInstant()
              : LocalDateTime.from(parsed).toInstant(ZoneOffset.UTC);
      return nanos(instant);
    } catch (DateTimeException | ArithmeticException e) {
      return 0;
    }
  }
}
