// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Entity;

/** Wall-clock times as properties: Cypher's {@code datetime} in UTC, absent if unknown. */
public final class GraphTime {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private GraphTime() {}

  /** Converts nanoseconds since 1970 to the stored value. */
  public static ZonedDateTime of(long nanos) {
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
    return ZonedDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  /** Converts a stored value to nanoseconds since 1970; 0 for null. */
  public static long nanos(@Nullable Object stored) {
    if (stored == null) {
      return 0;
    }
    ZonedDateTime time = (ZonedDateTime) stored;
    return time.toEpochSecond() * NANOS_PER_SECOND + time.getNano();
  }

  /** Sets a time, or removes it if it is 0, which means unknown. */
  public static void set(Entity entity, String key, long nanos) {
    if (nanos == 0) {
      entity.removeProperty(key);
    } else {
      entity.setProperty(key, of(nanos));
    }
  }

  public static long get(Entity entity, String key) {
    return nanos(entity.getProperty(key, null));
  }
}
