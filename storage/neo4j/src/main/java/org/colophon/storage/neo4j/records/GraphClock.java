// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.records;

import java.util.function.ToLongFunction;
import org.colophon.storage.common.TimeSegments;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.GraphSchema;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.names.IndexReader;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.PropertyIndexQuery;
import org.neo4j.internal.schema.IndexOrder;
import org.neo4j.values.storable.Values;

/**
 * Times of LSNs to the millisecond: one {@code Clock} node for each transaction, found by its first
 * LSN. It has three arrays of differences, since Neo4j stores small numbers in few bits.
 *
 * <pre>
 * lsnSteps     differences between the first LSNs of consecutive segments;
 * lsnSpans     last LSN of each segment less its first;
 * millisSteps  time of each segment above the earliest
 * </pre>
 */
public final class GraphClock {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final GraphDatabase database;

  public GraphClock(GraphDatabase database) {
    this.database = database;
  }

  /** Writes the times of a transaction. */
  public static void write(Transaction transaction, TimeSegments times) {
    if (times.size() == 0) {
      return;
    }
    Node clock = transaction.createNode(NodeLabel.CLOCK);
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

  private static TimeSegments read(Node clock) {
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

  /**
   * Same as {@link org.colophon.core.spi.storage.LineageReader#lsnAt}. Searches all nodes from the
   * last to the first, since clocks may go back at any time.
   */
  public long lsnAt(Transaction transaction, long timeNanos) {
    long millis = Math.floorDiv(timeNanos, NANOS_PER_MILLI);
    return first(
        transaction,
        IndexOrder.DESCENDING,
        Long.MAX_VALUE,
        clock ->
            (long) clock.getProperty(PropertyKey.EARLIEST_MILLIS) > millis
                ? 0
                : read(clock).lsnAt(millis));
  }

  /** Same as {@link org.colophon.core.spi.storage.LineageReader#firstLsnAfter}. */
  public long firstLsnAfter(Transaction transaction, long timeNanos) {
    long millis = Math.floorDiv(timeNanos, NANOS_PER_MILLI);
    return first(
        transaction,
        IndexOrder.ASCENDING,
        Long.MAX_VALUE,
        clock -> read(clock).firstLsnAfter(millis));
  }

  /** Same as {@link org.colophon.core.spi.storage.LineageReader#timeAt}. */
  public long timeAt(Transaction transaction, long lsn) {
    if (lsn > database.state().heldLsn()) {
      return 0;
    }
    long millis =
        first(transaction, IndexOrder.DESCENDING, lsn, clock -> read(clock).millisAt(lsn));
    return millis * NANOS_PER_MILLI;
  }

  /**
   * Applies a function to the nodes up to an LSN, in an order of LSNs. Returns the first result
   * other than 0.
   */
  private static long first(
      Transaction transaction, IndexOrder order, long lsn, ToLongFunction<Node> question) {
    IndexReader index = new IndexReader(transaction);
    long[] answer = new long[1];
    index.nodes(
        GraphSchema.CLOCK_FIRST_LSN,
        order,
        id -> {
          answer[0] = question.applyAsLong(EntityIds.node(transaction, id));
          return answer[0] == 0;
        },
        PropertyIndexQuery.range(
            index.key(PropertyKey.FIRST_LSN), null, false, Values.longValue(lsn), true));
    return answer[0];
  }
}
