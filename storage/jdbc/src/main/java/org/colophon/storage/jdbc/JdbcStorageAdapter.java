package org.colophon.storage.jdbc;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;

/**
 * Gathers batches in a {@link Window} and writes it as one transaction, which also says up to which
 * LSN everything is there. So the tables hold whole batches, whenever something crashes.
 */
final class JdbcStorageAdapter implements StorageAdapter {
  /** Names, arguments and data are written early if they take this much. */
  private static final long MAX_WINDOW_BYTES = 16 << 20;

  private final JdbcConfig config;
  private final Engine engine;
  private final TransactionWriter writer;

  /** The folder of the store that is emptied and goes on in this one; null if there is none. */
  private final StoreFolder emptied;

  private Sessions sessions;
  private Window window;
  private volatile long heldLsn;

  /** False after a failure that nothing is written after. */
  private boolean isWhole;

  JdbcStorageAdapter(JdbcConfig config) {
    this(config, null);
  }

  JdbcStorageAdapter(JdbcConfig config, StoreFolder emptied) {
    this.config = config;
    this.emptied = emptied;
    this.engine = Engine.of(config);
    this.writer = new TransactionWriter(engine, config.reconnectSeconds());
  }

  @Override
  public void open() {
    if (emptied != null) {
      new StoreFolder(config.folder()).prepareAs(emptied.id());
    }
    engine.prepareToWrite();
    Held held = emptied == null ? writer.open() : writer.openEmptied();
    if (held.lsn() > 0) {
      writer.sync(); // what a killed process committed may be nowhere but in memory
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

  /** Writes before it takes the batch, so that a refused batch leaves nothing behind. */
  @Override
  public void append(RecordBatch batch) {
    requireOpen();
    if (batch.firstLsn() <= window.after().lsn()) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED,
          "a batch that begins at LSN %d was appended to %s, which holds up to %d"
              .formatted(batch.firstLsn(), engine, window.after().lsn()));
    }
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
    if (sessions == null) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED, "the store in " + engine + " is not open");
    }
  }
}
