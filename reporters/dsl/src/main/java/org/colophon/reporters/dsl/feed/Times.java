package org.colophon.reporters.dsl.feed;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.colophon.core.model.Bytes;

/** Parser of times and numbers in feeds. */
final class Times {
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000L);
  private static final int MAX_TEXT = 40;

  private Times() {}

  /**
   * Returns nanoseconds since 1970 from decimal seconds, from milli-, micro- or nanoseconds (by
   * magnitude), or from ISO 8601; 0 for anything else.
   */
  static long nanos(Bytes text) {
    if (text == null || text.isEmpty() || text.length() > MAX_TEXT) {
      return 0;
    }
    try {
      return isNumber(text) ? ofNumber(new BigDecimal(text.toString())) : ofIso(text.toString());
    } catch (ArithmeticException | DateTimeException e) {
      return 0;
    }
  }

  private static long ofNumber(BigDecimal number) {
    int digits = number.precision() - number.scale();
    int power = digits <= 11 ? 9 : digits <= 14 ? 6 : digits <= 17 ? 3 : 0;
    return number.scaleByPowerOfTen(power).toBigInteger().longValueExact();
  }

  private static long ofIso(String text) {
    Instant instant = OffsetDateTime.parse(text).toInstant();
    return BigDecimal.valueOf(instant.getEpochSecond())
        .multiply(NANOS)
        .add(BigDecimal.valueOf(instant.getNano()))
        .longValueExact();
  }

  /** Returns whether the text has only digits and at most one inner point. */
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
  static long number(Bytes text) {
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
}
