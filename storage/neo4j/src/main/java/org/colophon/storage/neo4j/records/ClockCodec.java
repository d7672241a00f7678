package org.colophon.storage.neo4j.records;

import org.colophon.storage.common.TimeSegments;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Node;

/**
 * Time segments as properties of a Clock node: three arrays of steps, since Neo4j stores small
 * numbers in few bits.
 *
 * <pre>
 * lsnSteps     from the first LSN of one segment to that of the next
 * lsnSpans     from the first LSN of a segment to its last
 * millisSteps  of the segments' times above the earliest of all
 * </pre>
 */
final class ClockCodec {
  private ClockCodec() {}

  static void write(TimeSegments times, Node clock) {
    long earliest = times.earliestMillis();
    int size = times.size();
    long[] lsnSteps = new long[size];
    long[] lsnSpans = new long[size];
    long[] millisSteps = new long[size];
    for (int i = 0; i < size; i++) {
      lsnSteps[i] = i == 0 ? 0 : times.first(i) - times.first(i - 1);
      lsnSpans[i] = times.last(i) - times.first(i);
      millisSteps[i] = times.millis(i) - earliest;
    }
    clock.setProperty(PropertyKey.FIRST_LSN, times.first(0));
    clock.setProperty(PropertyKey.EARLIEST_MILLIS, earliest);
    clock.setProperty(PropertyKey.LSN_STEPS, lsnSteps);
    clock.setProperty(PropertyKey.LSN_SPANS, lsnSpans);
    clock.setProperty(PropertyKey.MILLIS_STEPS, millisSteps);
  }

  static TimeSegments read(Node clock) {
    long[] lsnSteps = (long[]) clock.getProperty(PropertyKey.LSN_STEPS);
    long[] lsnSpans = (long[]) clock.getProperty(PropertyKey.LSN_SPANS);
    long[] millisSteps = (long[]) clock.getProperty(PropertyKey.MILLIS_STEPS);
    long earliest = (long) clock.getProperty(PropertyKey.EARLIEST_MILLIS);
    long lsn = (long) clock.getProperty(PropertyKey.FIRST_LSN);
    TimeSegments times = new TimeSegments();
    for (int i = 0; i < lsnSteps.length; i++) {
      lsn += lsnSteps[i];
      times.append(lsn, lsn + lsnSpans[i], earliest + millisSteps[i]);
    }
    return times;
  }
}
