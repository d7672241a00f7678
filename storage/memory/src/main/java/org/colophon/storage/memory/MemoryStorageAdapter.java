// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.memory;

import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.storage.common.CollectingAdapter;

/** Applies each record at once. Appended records are visible immediately and never durable. */
final class MemoryStorageAdapter extends CollectingAdapter {
  private final MemoryStore store = new MemoryStore();

  @Override
  public void open() {
    opened(0); // a new adapter is always a new store
  }

  @Override
  protected Object store() {
    return "memory";
  }

  @Override
  protected boolean isFull() {
    return false;
  }

  @Override
  protected void collect(RecordBatch batch) {
    store.apply(batch);
  }

  @Override
  protected void write() {}

  @Override
  protected void force() {}

  @Override
  public LineageReader reader() {
    requireOpen();
    return new MemoryLineageReader(store, Lsn.LATEST);
  }

  @Override
  protected void release() {}
}
