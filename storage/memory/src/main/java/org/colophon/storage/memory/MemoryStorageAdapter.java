package org.colophon.storage.memory;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;

/** Applies each record as it comes. What is appended is visible at once, and durable never. */
final class MemoryStorageAdapter implements StorageAdapter {
  private final MemoryStore store = new MemoryStore();
  private boolean isOpen;
  private volatile long heldLsn;

  @Override
  public void open() {
    isOpen = true;
  }

  /** What was synced last. A new adapter is a new store, so there is nothing to find at opening. */
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
    if (!isOpen) {
      throw new ColophonException(ErrorCode.ADAPTER_FAILED, "the memory store is not open");
    }
  }
}
