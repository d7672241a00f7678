package org.colophon.storage.neo4j.names;

import java.util.Arrays;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Node;

/**
 * A row of segments, each the LSNs that share a millisecond; exact even if clocks go back. As
 * properties three arrays of steps, since Neo4j stores small numbers in few bits:
 *
 * <pre>
 * lsnSteps     from the first LSN of one segment to that of the next
 * lsnSpans     from the first LSN of a segment to its last
 * millisSteps  of the segments' times above the earliest of all
 * </pre>
 */
final class ClockSegments {
  private long[] firsts = new long[64];
  private long[] lasts = new long[64];
  private long[] millis = new long[64];
  private int segments;

  void add(long lsn, long time) {
    if (segments > 0 && millis[segments - 1] == time) {
      lasts[segments - 1] = lsn;
      return;
    }
    if (segments == firsts.length) {
      int grown = segments * 2;
      firsts = Arrays.copyOf(firsts, grown);
      lasts = Arrays.copyOf(lasts, grown);
      millis = Arrays.copyOf(millis, grown);
    }
    firsts[segments] = lsn;
    lasts[segments] = lsn;
    millis[segments] = time;
    segments++;
  }

  boolean isEmpty() {
    return segments == 0;
  }

  void clear() {
    segments = 0;
  }

  void writeTo(Node clock) {
    long earliest = Arrays.stream(millis, 0, segments).min().orElse(0);
    long[] lsnSteps = new long[segments];
    long[] lsnSpans = new long[segments];
    long[] millisSteps = new long[segments];
    for (int i = 0; i < segments; i++) {
      lsnSteps[i] = i == 0 ? 0 : firsts[i] - firsts[i - 1];
      lsnSpans[i] = lasts[i] - firsts[i];
      millisSteps[i] = millis[i] - earliest;
    }
    clock.setProperty(PropertyKey.FIRST_LSN, firsts[0]);
    clock.setProperty(PropertyKey.EARLIEST_MILLIS, earliest);
    clock.setProperty(PropertyKey.LSN_STEPS, lsnSteps);
    clock.setProperty(PropertyKey.LSN_SPANS, lsnSpans);
    clock.setProperty(PropertyKey.MILLIS_STEPS, millisSteps);
  }

  static ClockSegments of(Node clock) {
    long[] lsnSteps = (long[]) clock.getProperty(PropertyKey.LSN_STEPS);
    long[] lsnSpans = (long[]) clock.getProperty(PropertyKey.LSN_SPANS);
    long[] millisSteps = (long[]) clock.getProperty(PropertyKey.MILLIS_STEPS);
    long earliest = (long) clock.getProperty(PropertyKey.EARLIEST_MILLIS);
    long lsn = (long) clock.getProperty(PropertyKey.FIRST_LSN);
    ClockSegments read = new ClockSegments();
    for (int i = 0; i < lsnSteps.length; i++) {
      lsn += lsnSteps[i];
      read.add(lsn, earliest + millisSteps[i]);
      read.lasts[i] = lsn + lsnSpans[i];
    }
    return read;
  }

  /** The largest LSN of a segment at or before a time, 0 if none. */
  long lsnAt(long time) {
    for (int i = segments - 1; i >= 0; i--) {
      if (millis[i] <= time) {
        return lasts[i];
      }
    }
    return 0;
  }

  /** The time of the last segment that begins at or before an LSN, 0 if none. */
  long millisAt(long lsn) {
    for (int i = segments - 1; i >= 0; i--) {
      if (firsts[i] <= lsn) {
        return millis[i];
      }
    }
    return 0;
  }
}
