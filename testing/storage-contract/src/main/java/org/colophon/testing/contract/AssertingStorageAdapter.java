// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.contract;

import org.colophon.core.error.ColophonException;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.jspecify.annotations.Nullable;

/**
 * Wraps an adapter and fails when its caller breaks the rules of {@link StorageAdapter}: calls out
 * of order or from a second thread, LSNs that do not rise, or a second close.
 */
public final class AssertingStorageAdapter implements StorageAdapter {
  private enum State {
    CONSTRUCTED,
    OPEN,
    UNUSABLE,
    CLOSED
  }

  private final StorageAdapter adapter;
  private State state = State.CONSTRUCTED;
  private @Nullable Thread writer;
  private long lastLsn;

  public AssertingStorageAdapter(StorageAdapter adapter) {
    this.adapter = adapter;
  }

  @Override
  public void open() {
    require(state == State.CONSTRUCTED, "open comes first, and once");
    state = State.UNUSABLE;
    adapter.open();
    state = State.OPEN;
    lastLsn = adapter.heldLsn();
  }

  @Override
  public long heldLsn() {
    require(state == State.OPEN, "heldLsn needs an open adapter");
    return adapter.heldLsn();
  }

  @Override
  public void append(RecordBatch batch) {
    requireWriter("append");
    long first = batch.firstLsn();
    require(first > lastLsn, "batch begins at " + first + ", but the last LSN is " + lastLsn);
    try {
      adapter.append(batch);
    } catch (ColophonException e) {
      state = e.code().isRetriable() ? State.OPEN : State.UNUSABLE;
      throw e;
    }
    require(batch.lastLsn() >= first, "batch ends before it begins");
    lastLsn = batch.lastLsn();
  }

  @Override
  public void flush() {
    requireWriter("flush");
    adapter.flush();
  }

  @Override
  public long sync() {
    requireWriter("sync");
    long held = adapter.sync();
    require(held == lastLsn, "sync holds " + held + ", and " + lastLsn + " was appended");
    require(adapter.heldLsn() == held, "heldLsn differs from the result of sync");
    return held;
  }

  @Override
  public LineageReader reader() {
    require(state == State.OPEN, "reader needs an open adapter");
    return adapter.reader();
  }

  @Override
  public void close() {
    require(state != State.CLOSED, "closed twice");
    state = State.CLOSED;
    adapter.close();
  }

  private void requireWriter(String call) {
    require(state == State.OPEN, call + " needs an open adapter");
    if (writer == null) {
      writer = Thread.currentThread();
    }
    require(
        writer == Thread.currentThread(),
        call + " by " + Thread.currentThread() + ", but the writer is " + writer);
  }

  private static void require(boolean isKept, String rule) {
    if (!isKept) {
      throw new AssertionError("rule of StorageAdapter broken: " + rule);
    }
  }
}
