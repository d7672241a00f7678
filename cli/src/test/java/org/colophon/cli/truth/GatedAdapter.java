package org.colophon.cli.truth;

import java.util.concurrent.Semaphore;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;

/** An adapter that takes a batch only with a permit, and may fail for good behind the last. */
final class GatedAdapter implements StorageAdapter {
  private final StorageAdapter adapter;
  private final Semaphore permits;
  private final boolean failsAtTheGate;

  GatedAdapter(StorageAdapter adapter, Semaphore permits, boolean failsAtTheGate) {
    this.adapter = adapter;
    this.permits = permits;
    this.failsAtTheGate = failsAtTheGate;
  }

  @Override
  public void open() {
    adapter.open();
  }

  @Override
  public long heldLsn() {
    return adapter.heldLsn();
  }

  @Override
  public void append(RecordBatch batch) {
    if (failsAtTheGate && !permits.tryAcquire()) {
      throw new IllegalStateException("gone in the midst of it");
    }
    if (!failsAtTheGate) {
      permits.acquireUninterruptibly();
    }
    adapter.append(batch);
  }

  @Override
  public void flush() {
    adapter.flush();
  }

  @Override
  public long sync() {
    return adapter.sync();
  }

  @Override
  public LineageReader reader() {
    return adapter.reader();
  }

  @Override
  public void close() {
    adapter.close();
  }
}
