// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import java.util.Objects;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.storage.common.CollectingAdapter;
import org.colophon.storage.jdbc.database.Engine;
import org.colophon.storage.jdbc.database.JdbcConfig;
import org.colophon.storage.jdbc.database.JdbcDirectory;
import org.colophon.storage.jdbc.database.Sessions;
import org.colophon.storage.jdbc.database.StoreState;
import org.colophon.storage.jdbc.write.TransactionWriter;
import org.colophon.storage.jdbc.write.Window;
import org.jspecify.annotations.Nullable;

/**
 * Collects batches in a {@link Window} and writes it as one transaction, together with its last
 * LSN. So the tables hold whole batches after any crash.
 */
final class JdbcStorageAdapter extends CollectingAdapter {
  /** Bound of collected names, arguments and data. */
  private static final long MAX_WINDOW_BYTES = 16 << 20;

  private final JdbcConfig config;
  private final Engine engine;
  private final TransactionWriter writer;

  /** The directory of the store whose tables this adapter empties and takes over, or null. */
  private final @Nullable JdbcDirectory emptied;

  private @Nullable Sessions sessions;
  private Window window;

  JdbcStorageAdapter(JdbcConfig config) {
    this(config, null);
  }

  JdbcStorageAdapter(JdbcConfig config, @Nullable JdbcDirectory emptied) {
    this.config = config;
    this.emptied = emptied;
    this.engine = Engine.of(config);
    this.writer = new TransactionWriter(engine, config.reconnectSeconds());
  }

  @Override
  public void open() {
    if (emptied != null) {
      new JdbcDirectory(config.directory()).prepareAs(emptied.id());
    }
    engine.prepareToWrite();
    StoreState held = emptied == null ? writer.open() : writer.openEmptied();
    if (held.lsn() > 0) {
      writer.sync(); // commits of a killed process may be in memory only
    }
    sessions = new Sessions(engine);
    window = new Window(held);
    opened(held.lsn());
  }

  @Override
  protected Object store() {
    return engine;
  }

  @Override
  protected boolean isFull() {
    return window.size() >= config.batchOperations() || window.bytes() >= MAX_WINDOW_BYTES;
  }

  @Override
  protected void collect(RecordBatch batch) {
    window.append(batch);
  }

  @Override
  protected void write() {
    writer.write(window);
    window = new Window(window.after());
  }

  @Override
  protected void force() {
    writer.sync();
  }

  @Override
  public LineageReader reader() {
    requireOpen();
    return new JdbcLineageReader(Objects.requireNonNull(sessions), Lsn.LATEST, () -> {});
  }

  @Override
  protected void release() {
    if (sessions != null) {
      sessions.close();
      sessions = null;
    }
    writer.close();
    engine.release();
  }
}
