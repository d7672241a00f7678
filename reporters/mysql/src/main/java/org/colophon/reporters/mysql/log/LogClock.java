// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;

/**
 * Parses the times of logs, and converts local times from a time zone. Caches the last minute.
 * Belongs to one thread.
 */
public final class LogClock {
  private static final long NANOS = 1_000_000_000L;
  private static final int MONTH = 2;
  private static final int MINUTE_LENGTH = 16;

  private final ZoneId zone;
  private final byte[] lastMinute = new byte[MINUTE_LENGTH];
  private int lastLength;
  private long lastSeconds;

  public LogClock(ZoneId zone) {
    this.zone = zone;
  }

  /** Parses {@code 261121 3:02:57} in local time. Returns 0 for other text. */
  public long ofMariaDb(byte[] b, int from) {
    return local(
        b,
        from,
        12,
        2000 + twoDigits(b, from),
        twoDigits(b, from + MONTH),
        twoDigits(b, from + 4),
        7);
  }

  /** Parses {@code 20261121 03:02:57} in local time. Returns 0 for other text. */
  public long ofAudit(byte[] b, int from) {
    int year = twoDigits(b, from) * 100 + twoDigits(b, from + 2);
    return local(b, from, 14, year, twoDigits(b, from + 4), twoDigits(b, from + 6), 9);
  }

  private long local(byte[] b, int from, int length, int year, int month, int day, int hour) {
    if (!isLast(b, from, length)) {
      try {
        LocalDateTime minute =
            LocalDateTime.of(
                year, month, day, twoDigits(b, from + hour), twoDigits(b, from + hour + 3));
        remember(b, from, length, minute.atZone(zone).toEpochSecond());
      } catch (DateTimeException e) {
        // The digits are not a date, for example 31 June.
        return 0;
      }
    }
    return (lastSeconds + twoDigits(b, from + hour + 6)) * NANOS;
  }

  /** Parses {@code 2026-11-21T03:03:22.188889Z}, or with an offset such as {@code +01:00}. */
  public long ofMySql(byte[] b, int from, int to) {
    if (!isLast(b, from, MINUTE_LENGTH)) {
      try {
        OffsetDateTime time = OffsetDateTime.parse(ascii(b, from, to));
        remember(b, from, MINUTE_LENGTH, time.withSecond(0).withNano(0).toEpochSecond());
      } catch (DateTimeException e) {
        return 0;
      }
    }
    long micros = 0;
    for (int i = from + 20; i < from + 26; i++) {
      micros = micros * 10 + (b[i] - '0');
    }
    return (lastSeconds + twoDigits(b, from + 17)) * NANOS + micros * 1000;
  }

  private boolean isLast(byte[] b, int from, int length) {
    return length == lastLength
        && java.util.Arrays.equals(lastMinute, 0, length, b, from, from + length);
  }

  private void remember(byte[] b, int from, int length, long seconds) {
    System.arraycopy(b, from, lastMinute, 0, length);
    lastLength = length;
    lastSeconds = seconds;
  }

  private static String ascii(byte[] b, int from, int to) {
    return new String(b, from, to - from, java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  /** Parses two digits. A blank counts as a zero. */
  private static int twoDigits(byte[] b, int at) {
    int tens = b[at] == ' ' ? 0 : b[at] - '0';
    return tens * 10 + b[at + 1] - '0';
  }
}
