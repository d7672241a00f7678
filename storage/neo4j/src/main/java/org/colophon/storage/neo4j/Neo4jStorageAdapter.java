// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.storage.common.CollectingAdapter;
import org.colophon.storage.neo4j.access.BoltLogin;
import org.colophon.storage.neo4j.cypher.Procedures;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.Neo4jConfig;
import org.colophon.storage.neo4j.database.OpenDatabases;
import org.colophon.storage.neo4j.write.Window;
import org.colophon.storage.neo4j.write.WindowWriter;
import org.jspecify.annotations.Nullable;

/**
 * Collects batches in a window, and writes a window as one transaction when it is large or old
 * enough. Neo4j's commits are durable, so every visible record is durable.
 */
final class Neo4jStorageAdapter extends CollectingAdapter {
  /** Bound of collected declarations, names and extended records in bytes. */
  private static final long MAX_WINDOW_WEIGHT = 8 << 20;

  /**
   * Upper estimate of the memory of a record, so that a window fits in half of the option
   * transaction-bytes.
   */
  private static final long ITEM_BYTES = 8 << 10;

  private final Neo4jConfig config;
  private final @Nullable Path predecessor;
  private final long maxItems;
  private final Window window = new Window();
  private OpenDatabases.@Nullable Lease lease;
  private @Nullable GraphDatabase database;
  private WindowWriter writer;

  /**
   * @param predecessor the directory of the adapter that this one replaces; null for none
   */
  Neo4jStorageAdapter(Neo4jConfig config, @Nullable Path predecessor) {
    this.config = config;
    this.predecessor = predecessor;
    this.maxItems = Math.min(config.batchOperations(), config.transactionBytes() / 2 / ITEM_BYTES);
  }

  @Override
  public void open() {
    lease = OpenDatabases.openWriter(config, predecessor == null);
    if (predecessor != null) {
      BoltLogin.keepPassword(predecessor, config.directory());
    }
    database = lease.database();
    writer = new WindowWriter(database, config);
    opened(database.state().heldLsn());
    Procedures.offer(database, reader());
  }

  @Override
  protected Object store() {
    return config.directory();
  }

  @Override
  protected boolean isFull() {
    return window.items() >= maxItems
        || window.weight() >= MAX_WINDOW_WEIGHT
        || (!window.isEmpty()
            && System.nanoTime() - window.openedNanos()
                >= TimeUnit.MILLISECONDS.toNanos(config.batchMillis()));
  }

  @Override
  protected void collect(RecordBatch batch) {
    window.append(batch);
  }

  @Override
  protected void write() {
    writer.write(window);
    window.clear();
  }

  @Override
  protected boolean commitsDurably() {
    return true;
  }

  @Override
  protected void force() {}

  @Override
  public LineageReader reader() {
    requireOpen();
    return new Neo4jLineageReader(Objects.requireNonNull(database), () -> {});
  }

  /** Listens for Bolt clients at the address of the replaced adapter. */
  @Override
  public void takeOver() {
    requireOpen();
    Objects.requireNonNull(database).listen();
  }

  @Override
  protected void release() {
    if (lease != null) {
      lease.close();
      lease = null;
      database = null;
    }
  }
}
