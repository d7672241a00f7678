package org.colophon.storage.neo4j.records;

import java.util.function.ToLongFunction;
import org.colophon.storage.common.TimeSegments;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.GraphIndex;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.names.IndexReader;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.PropertyIndexQuery;
import org.neo4j.values.storable.Values;

/**
 * Times of LSNs to the millisecond: one {@code Clock} node for each transaction, found by its first
 * LSN. One thread collects and writes the times of a transaction; any thread reads.
 */
public final class GraphClock {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final GraphDatabase database;
  private final TimeSegments pending = new TimeSegments();

  public GraphClock(GraphDatabase database) {
    this.database = database;
  }

  /** Drops times that were not written or were rolled back. */
  public void begin() {
    pending.clear();
  }

  /** Adds the time of a record. LSNs do not fall. */
  public void moment(long lsn, long timeNanos) {
    long millis = Math.floorDiv(timeNanos, NANOS_PER_MILLI);
    if (millis != 0) {
      pending.add(lsn, millis);
    }
  }

  /** Writes the times since {@link #begin}. */
  public void write(Transaction transaction) {
    if (pending.size() > 0) {
      ClockCodec.write(pending, transaction.createNode(NodeLabel.CLOCK));
      pending.clear();
    }
  }

  /**
   * As {@link org.colophon.core.spi.storage.LineageReader#lsnAt}. Searches all nodes from the last
   * back, since clocks may go back at any time.
   */
  public long lsnAt(Transaction transaction, long timeNanos) {
    long millis = Math.floorDiv(timeNanos, NANOS_PER_MILLI);
    return lastOf(
        transaction,
        Long.MAX_VALUE,
        clock ->
            (long) clock.getProperty(PropertyKey.EARLIEST_MILLIS) > millis
                ? 0
                : ClockCodec.read(clock).lsnAt(millis));
  }

  /** As {@link org.colophon.core.spi.storage.LineageReader#timeAt}. */
  public long timeAt(Transaction transaction, long lsn) {
    if (lsn > database.state().heldLsn()) {
      return 0;
    }
    long millis = lastOf(transaction, lsn, clock -> ClockCodec.read(clock).millisAt(lsn));
    return millis * NANOS_PER_MILLI;
  }

  /** Returns the first answer other than 0 of the nodes up to an LSN, from the last back. */
  private static long lastOf(Transaction transaction, long lsn, ToLongFunction<Node> question) {
    IndexReader index = new IndexReader(transaction);
    long[] answer = new long[1];
    index.nodesBackwards(
        GraphIndex.CLOCK_FIRST_LSN,
        id -> {
          answer[0] = question.applyAsLong(EntityIds.node(transaction, id));
          return answer[0] == 0;
        },
        PropertyIndexQuery.range(
            index.key(PropertyKey.FIRST_LSN), null, false, Values.longValue(lsn), true));
    return answer[0];
  }
}
