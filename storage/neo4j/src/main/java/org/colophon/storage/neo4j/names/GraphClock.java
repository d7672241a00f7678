package org.colophon.storage.neo4j.names;

import org.colophon.storage.neo4j.database.GraphDatabase;
import org.neo4j.graphdb.Transaction;

/**
 * When LSNs were recorded, to the millisecond. One thread writes: it tells the moments of a
 * transaction, then writes them; any thread reads.
 */
@SuppressWarnings("DoNotCallSuggester") // until its bodies are filled in
public final class GraphClock {
  public GraphClock(GraphDatabase database) {}

  /** Forgets moments that were told and not written, or whose transaction was rolled back. */
  public void begin() {}

  /** A record with a time; LSNs do not fall. Called for each record: must be cheap. */
  public void moment(long lsn, long timeNanos) {
    throw new UnsupportedOperationException();
  }

  /** Writes what was told since {@link #begin}. */
  public void write(Transaction transaction) {
    throw new UnsupportedOperationException();
  }

  /** As {@link org.colophon.core.spi.storage.LineageReader#lsnAt}. */
  public long lsnAt(Transaction transaction, long timeNanos) {
    throw new UnsupportedOperationException();
  }

  /** As {@link org.colophon.core.spi.storage.LineageReader#timeAt}. */
  public long timeAt(Transaction transaction, long lsn) {
    throw new UnsupportedOperationException();
  }
}
