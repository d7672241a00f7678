package org.colophon.storage.neo4j.names;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Gap;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Snapshot;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * Snapshots, losses and extended records. One thread writes, within the writer's transaction and in
 * LSN order; any thread reads.
 */
@SuppressWarnings("DoNotCallSuggester") // until its bodies are filled in
public final class RareRecords {
  public RareRecords(GraphDatabase database) {}

  public void snapshot(Transaction transaction, String name, long lsn, long timeNanos) {
    throw new UnsupportedOperationException();
  }

  /**
   * A loss became known.
   *
   * @param process whom it concerns, null if it may concern any
   */
  public void gap(Transaction transaction, GapCause cause, long count, long lsn, Node process) {
    throw new UnsupportedOperationException();
  }

  /**
   * Bytes were attached to an operation.
   *
   * @param process null for none
   * @param object null for none
   */
  public void extended(
      Transaction transaction, String type, Bytes data, long lsn, Node process, Node object) {
    throw new UnsupportedOperationException();
  }

  /** All snapshots in LSN order. */
  public List<Snapshot> snapshots(Transaction transaction) {
    throw new UnsupportedOperationException();
  }

  /** All known losses in LSN order. */
  public List<Gap> gaps(Transaction transaction) {
    throw new UnsupportedOperationException();
  }

  /**
   * As {@link org.colophon.core.spi.storage.LineageReader#extendedRecords}.
   *
   * @param process null for any
   * @param object null for any; not both
   */
  public List<ExtendedRecord> extendedRecords(Transaction transaction, Node process, Node object) {
    throw new UnsupportedOperationException();
  }
}
