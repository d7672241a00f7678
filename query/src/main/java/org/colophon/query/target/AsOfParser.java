// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.target;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/** Parses the text after {@code --as-of} or an at sign. */
public record AsOfParser(LineageReader reader, Instant now, ZoneId zone) {
  private static final Pattern AGE = Pattern.compile("([0-9]{1,9}) ?(s|min|m|h|d|w)( ago)?");

  public long parse(String text) {
    return parse(text, Lsn.LATEST);
  }

  /** Returns the LSN, with the meaning that the snapshots' names had as of another LSN. */
  long parse(String text, long asOfLsn) {
    long lsn = find(text, asOfLsn);
    if (lsn > 0) {
      return lsn;
    }
    throw new ColophonException(
        lsn == 0 ? ErrorCode.NOT_FOUND : ErrorCode.BAD_REQUEST, problem(text, lsn));
  }

  /** Returns why the result of {@code find} for a text is not an LSN. */
  public String problem(String text, long found) {
    if (found == 0) {
      return "nothing was recorded as of " + display(text) + " yet";
    }
    for (Snapshot each : reader.snapshots()) {
      if (each.isDeletion() && each.name().equals(text)) {
        return "snapshot '%s' was deleted at LSN %d; colophon snapshots lists its earlier LSNs"
            .formatted(display(text), each.lsn());
      }
    }
    return "'"
        + display(text)
        + "' is not an LSN (4711), instant (2026-11-20T08:00:00Z), local date and time"
        + " (2026-11-20T08:00), age (2h ago) or snapshot; snapshots: "
        + snapshotNames();
  }

  /**
   * Returns the LSN; 0 for a time before the first record, -1 for an invalid text. A snapshot's
   * name has its meaning as of another LSN.
   */
  public long find(String text, long asOfLsn) {
    Snapshot then = snapshots(asOfLsn).get(text);
    Snapshot snapshot = then == null ? snapshots(Lsn.LATEST).get(text) : then; // a later name
    if (snapshot != null) {
      return snapshot.lsn();
    }
    if (text.equals("now") || text.equals("latest")) {
      return Lsn.LATEST;
    }
    if (text.matches("[0-9]{1,18}")) {
      long lsn = Long.parseLong(text);
      return lsn == 0 ? -1 : lsn;
    }
    Instant instant = instant(text);
    return instant == null ? -1 : reader.lsnAt(nanos(instant));
  }

  /** Returns the nanoseconds of an instant, a local time or an age; empty for any other text. */
  public OptionalLong timeNanos(String text) {
    Instant instant = snapshots(Lsn.LATEST).containsKey(text) ? null : instant(text);
    return instant == null ? OptionalLong.empty() : OptionalLong.of(nanos(instant));
  }

  /**
   * Returns a remark if a text is a time that clocks passed more than once, so that no LSN
   * separates earlier from later records; empty otherwise.
   */
  public String clockRemark(String text) {
    OptionalLong nanos = timeNanos(text);
    if (nanos.isEmpty()) {
      return "";
    }
    long last = reader.lsnAt(nanos.getAsLong());
    long later = reader.firstLsnAfter(nanos.getAsLong());
    return later == 0 || later > last
        ? ""
        : "times do not rise with the LSNs at %s: LSN %d is later, and LSN %d is not"
            .formatted(text, later, last);
  }

  /** Returns a remark if a text is an LSN or a time beyond all records; empty otherwise. */
  public String futureRemark(String text) {
    long last = reader.visibleLsn();
    long asked = text.matches("[0-9]{1,18}") ? Long.parseLong(text) : Lsn.NONE;
    long nanos = timeNanos(text).orElse(Long.MIN_VALUE);
    boolean isFuture = nanos > nanos(now) && reader.firstLsnAfter(nanos) == 0;
    return asked > last || isFuture
        ? "nothing is recorded at %s yet: the last LSN is %d".formatted(text, last)
        : "";
  }

  private @Nullable Instant instant(String text) {
    Matcher age = AGE.matcher(text);
    if (age.matches()) {
      return now.minus(unit(age.group(2)).multipliedBy(Long.parseLong(age.group(1))));
    }
    if (text.length() < 10 || text.charAt(4) != '-') {
      return null;
    }
    String iso = text.replace(' ', 'T');
    Instant instant = attempt(() -> OffsetDateTime.parse(iso).toInstant());
    if (instant == null) {
      instant = attempt(() -> LocalDateTime.parse(iso).atZone(zone).toInstant());
    }
    return instant != null
        ? instant
        : attempt(() -> LocalDate.parse(iso).atStartOfDay(zone).toInstant());
  }

  private static @Nullable Instant attempt(Supplier<Instant> parse) {
    try {
      return parse.get();
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  private static Duration unit(String letter) {
    return switch (letter) {
      case "s" -> Duration.ofSeconds(1);
      case "h" -> Duration.ofHours(1);
      case "d" -> Duration.ofDays(1);
      case "w" -> Duration.ofDays(7);
      default -> Duration.ofMinutes(1);
    };
  }

  private static long nanos(Instant instant) {
    try {
      return Math.addExact(
          Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    } catch (ArithmeticException e) {
      return instant.getEpochSecond() < 0 ? 0 : Long.MAX_VALUE;
    }
  }

  private static String display(String text) {
    return Bytes.of(text).display();
  }

  private String snapshotNames() {
    var all = snapshots(Lsn.LATEST).keySet();
    return all.isEmpty()
        ? "none"
        : all.stream().map(AsOfParser::display).limit(20).collect(Collectors.joining(", "));
  }

  private Map<String, Snapshot> snapshots(long asOfLsn) {
    return Snapshot.asOf(reader.snapshots(), asOfLsn);
  }
}
