// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.serve;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.colophon.cli.config.Store;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.prune.OpenRead;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.service.endpoint.ReaderSource;

/**
 * Reader of a store for many requests, while another process may write. If the journal is ahead and
 * no request uses the reader, it is opened again. Any thread.
 */
final class StoreReaders implements ReaderSource, AutoCloseable {
  private final Store store;
  private final AttachedAdapter adapter;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private LineageReader reader;

  /** Opens the first reader. */
  StoreReaders(Store store, AttachedAdapter adapter) {
    this.store = store;
    this.adapter = adapter;
    this.reader = store.openReader(adapter, Map.of());
  }

  @Override
  public OpenRead reading() {
    if (lock.writeLock().tryLock()) {
      try {
        renew();
      } finally {
        lock.writeLock().unlock();
      }
    }
    lock.readLock().lock();
    return lock.readLock()::unlock;
  }

  private void renew() {
    if (!store.exists()) {
      throw ErrorCode.IO_FAILED.exception(
          "the store " + store.directory() + " is gone: it was moved or deleted; end the explorer");
    }
    if (store.isBehind(reader.visibleLsn())) {
      LineageReader next = store.remarking(text -> {}).openReader(adapter, Map.of());
      reader.close();
      reader = next;
    }
  }

  @Override
  public Optional<LineageReader> readerNow(String name) {
    return Optional.of(reader);
  }

  @Override
  public LineageReader reader(String name) {
    return reader;
  }

  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      reader.close();
    } finally {
      lock.writeLock().unlock();
    }
  }
}
