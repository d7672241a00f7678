package org.colophon.storage.jdbc;

import org.colophon.core.error.ColophonException;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.storage.common.AdapterChecks;
import org.colophon.storage.jdbc.database.Engine;
import org.colophon.storage.jdbc.database.JdbcConfig;
import org.colophon.storage.jdbc.database.JdbcDirectory;
import org.colophon.storage.jdbc.database.Sessions;
import org.colophon.storage.jdbc.database.StoreState;
import org.colophon.storage.jdbc.write.TransactionWriter;
import org.colophon.storage.jdbc.write.Window;

/**
 * Collects batches in a {@link Window} and writes it as one transaction, together with its last
 * LSN. So the tables hold whole batches after any crash.
 */
final class JdbcStorageAdapter implements StorageAdapter {
  /** Bound of collected names, arguments and data. */
  private static final long MAX_WINDOW_BYTES = 16 << 20;

  private final JdbcConfig config;
  private final Engine engine;
  private final TransactionWriter writer;

  /** The directory of the store whose tables this one empties and takes over; null for none. */
  private final JdbcDirectory emptied;

  private Sessions sessions;
  private Window window;
  private volatile long heldLsn;

  /** False after a failure that must not be followed by a write. */
  private boolean isWhole;

  JdbcStorageAdapter(JdbcConfig config) {
    this(config, null);
  }

  JdbcStorageAdapter(JdbcConfig config, JdbcDirectory emptied) {
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
    heldLsn = held.lsn();
    isWhole = true;
  }

  @Override
  public long heldLsn() {
    return heldLsn;
  }

  /** Writes before it collects the batch, so a rejected batch leaves no trace. */
  @Override
  public void append(RecordBatch batch) {
    requireOpen();
    AdapterChecks.requireNewer(batch, window.after().lsn(), engine);
    if (window.size() >= config.batchOperations() || window.bytes() >= MAX_WINDOW_BYTES) {
      flush();
    }
    isWhole = false;
    window.append(batch);
    isWhole = true;
  }

  @Override
  public void flush() {
    requireOpen();
    if (!window.isEmpty()) {
      isWhole = false;
      try {
        writer.write(window);
      } catch (ColophonException e) {
        isWhole = e.code().isRetriable();
        throw e;
      }
      isWhole = true;
      window = new Window(window.after());
    }
  }

  @Override
  public long sync() {
    flush();
    long written = window.after().lsn();
    if (heldLsn != written) {
      writer.sync();
      heldLsn = written;
    }
    return heldLsn;
  }

  @Override
  public LineageReader reader() {
    requireOpen();
    return new JdbcLineageReader(sessions, () -> {});
  }

  @Override
  public void close() {
    try {
      if (isWhole) {
        sync();
      }
    } finally {
      isWhole = false;
      if (sessions != null) {
        sessions.close();
        sessions = null;
      }
      writer.close();
      engine.release();
    }
  }

  private void requireOpen() {
    AdapterChecks.requireOpen(sessions != null, engine);
  }
}
