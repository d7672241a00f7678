package org.colophon.storage.neo4j;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.storage.neo4j.access.BoltLogin;
import org.colophon.storage.neo4j.cypher.Procedures;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.Neo4jConfig;
import org.colophon.storage.neo4j.database.OpenDatabases;

/**
 * Gathers batches in a window, and writes a window as one transaction when it has grown or aged
 * enough. Neo4j's transactions are durable once committed, so what readers see is what is held.
 */
final class Neo4jStorageAdapter implements StorageAdapter {
  /** Declarations, names and extended records are written early if they take this much. */
  private static final long MAX_WINDOW_WEIGHT = 8 << 20;

  /** More than a record takes in a transaction, so that a window fits in half of the bound. */
  private static final long ITEM_BYTES = 8 << 10;

  private final Neo4jConfig config;
  private final Path predecessor;
  private final long maxItems;
  private final Window window = new Window();
  private OpenDatabases.Lease lease;
  private GraphDatabase database;
  private WindowWriter writer;

  /** False after a failure that stays: what is gathered must not be written any more. */
  private boolean isWhole = true;

  /**
   * @param predecessor the folder of the one whose place it will take; null for none
   */
  Neo4jStorageAdapter(Neo4jConfig config, Path predecessor) {
    this.config = config;
    this.predecessor = predecessor;
    this.maxItems = Math.min(config.batchOperations(), config.transactionBytes() / 2 / ITEM_BYTES);
  }

  @Override
  public void open() {
    if (predecessor == null) {
      lease = OpenDatabases.openWriter(config);
    } else {
      lease = OpenDatabases.openSuccessor(config);
      BoltLogin.keepPassword(predecessor, config.folder());
    }
    database = lease.database();
    writer = new WindowWriter(database, config);
    Procedures.offer(database, reader());
  }

  @Override
  public long heldLsn() {
    requireOpen();
    return database.state().heldLsn();
  }

  /** Writes before it takes the batch, so that a refused batch leaves nothing behind. */
  @Override
  public void append(RecordBatch batch) {
    requireOpen();
    requireWhole();
    requireNew(batch);
    if (isFull()) {
      flush();
    }
    isWhole = false;
    window.append(batch);
    isWhole = true;
  }

  private boolean isFull() {
    return window.items() >= maxItems
        || window.weight() >= MAX_WINDOW_WEIGHT
        || (!window.isEmpty()
            && System.nanoTime() - window.openedNanos()
                >= TimeUnit.MILLISECONDS.toNanos(config.batchMillis()));
  }

  @Override
  public void flush() {
    requireOpen();
    requireWhole();
    if (!window.isEmpty()) {
      write();
      window.clear();
    }
  }

  private void write() {
    isWhole = false; // for good, if it ends by anything but what is caught
    try {
      writer.write(window);
      isWhole = true;
    } catch (ColophonException e) {
      isWhole = e.code().isRetriable();
      throw e;
    }
  }

  @Override
  public long sync() {
    flush();
    return database.state().heldLsn();
  }

  @Override
  public LineageReader reader() {
    requireOpen();
    return new Neo4jLineageReader(database, () -> {});
  }

  /** Bolt clients come to the address at which the other one listened. */
  @Override
  public void takeOver() {
    requireOpen();
    database.listen();
  }

  @Override
  public void close() {
    if (lease != null) {
      try {
        if (writer != null && isWhole) {
          flush();
        }
      } finally {
        lease.close();
        lease = null;
        database = null;
      }
    }
  }

  /** A batch that comes twice would be stored twice. */
  private void requireNew(RecordBatch batch) {
    long held = window.isEmpty() ? database.state().heldLsn() : window.lastLsn();
    if (batch.firstLsn() <= held) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED,
          "a batch that begins at LSN %d was appended to the graph in %s, which holds up to %d"
              .formatted(batch.firstLsn(), config.folder(), held));
    }
  }

  private void requireWhole() {
    if (!isWhole) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED,
          "writing the graph in " + config.folder() + " failed before; open it again");
    }
  }

  private void requireOpen() {
    if (database == null) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED, "the graph in " + config.folder() + " is not open");
    }
  }
}
