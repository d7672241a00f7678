package org.colophon.storage.neo4j.names;

import java.util.function.ToLongFunction;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.GraphIndex;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.PropertyIndexQuery;
import org.neo4j.values.storable.Values;

/**
 * When LSNs were recorded, to the millisecond: a {@code Clock} node for each transaction, found by
 * its first LSN. One thread writes: it tells the moments of a transaction, then writes them; any
 * thread reads.
 */
public final class GraphClock {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final GraphDatabase database;
  private final ClockSegments told = new ClockSegments();

  public GraphClock(GraphDatabase database) {
    this.database = database;
  }

  /** Forgets moments that were told and not written, or whose transaction was rolled back. */
  public void begin() {
    told.clear();
  }

  /** A record with a time; LSNs do not fall. */
  public void moment(long lsn, long timeNanos) {
    long millis = Math.floorDiv(timeNanos, NANOS_PER_MILLI);
    if (millis != 0) {
      told.add(lsn, millis);
    }
  }

  /** Writes what was told since {@link #begin}. */
  public void write(Transaction transaction) {
    if (!told.isEmpty()) {
      told.writeTo(transaction.createNode(NodeLabel.CLOCK));
      told.clear();
    }
  }

  /**
   * As {@link org.colophon.core.spi.storage.LineageReader#lsnAt}. Clocks may have gone back at any
   * time, so all nodes from the last back to the one that is sought are looked at.
   */
  public long lsnAt(Transaction transaction, long timeNanos) {
    long millis = Math.floorDiv(timeNanos, NANOS_PER_MILLI);
    return lastOf(
        transaction,
        Long.MAX_VALUE,
        clock ->
            (long) clock.getProperty(PropertyKey.EARLIEST_MILLIS) > millis
                ? 0
                : ClockSegments.of(clock).lsnAt(millis));
  }

  /** As {@link org.colophon.core.spi.storage.LineageReader#timeAt}. */
  public long timeAt(Transaction transaction, long lsn) {
    if (lsn > database.state().heldLsn()) {
      return 0;
    }
    long millis = lastOf(transaction, lsn, clock -> ClockSegments.of(clock).millisAt(lsn));
    return millis * NANOS_PER_MILLI;
  }

  /** The first answer but 0 among the nodes that begin by an LSN, from the last back. */
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
