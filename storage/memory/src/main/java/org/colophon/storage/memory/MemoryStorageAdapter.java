package org.colophon.storage.memory;

import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.storage.common.AdapterChecks;

/** Applies each record at once. Appended records are visible immediately and never durable. */
final class MemoryStorageAdapter implements StorageAdapter {
  private final MemoryStore store = new MemoryStore();
  private boolean isOpen;
  private volatile long heldLsn;

  @Override
  public void open() {
    isOpen = true;
  }

  /** Returns the last synced LSN. A new adapter is always a new store. */
  @Override
  public long heldLsn() {
    return heldLsn;
  }

  @Override
  public void append(RecordBatch batch) {
    requireOpen();
    store.apply(batch);
  }

  @Override
  public void flush() {
    requireOpen();
  }

  @Override
  public long sync() {
    requireOpen();
    heldLsn = store.visibleLsn();
    return heldLsn;
  }

  @Override
  public LineageReader reader() {
    requireOpen();
    return new MemoryLineageReader(store);
  }

  @Override
  public void close() {
    isOpen = false;
  }

  private void requireOpen() {
    AdapterChecks.requireOpen(isOpen, "memory");
  }
}
