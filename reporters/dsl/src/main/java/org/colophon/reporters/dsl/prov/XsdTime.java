package org.colophon.reporters.dsl.prov;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;

/** Times of XML Schema. */
final class XsdTime {
  private static final long NANOS = 1_000_000_000L;

  private XsdTime() {}

  /** Returns nanoseconds since 1970, in UTC without a zone; 0 if invalid. */
  static long nanos(String text) {
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
      return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS), instant.getNano());
    } catch (DateTimeException | ArithmeticException e) {
      return 0;
    }
  }
}
