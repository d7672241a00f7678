// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;

/**
 * Collects whole batches, and writes them together on request or when there are enough. After a
 * permanent failure it writes nothing more. Subclasses provide the engine.
 */
public abstract class CollectingAdapter implements StorageAdapter {
  private boolean isOpen;

  /**
   * False after an append failed within a batch. Then the collected records must not be written.
   */
  private boolean isWhole = true;

  private long collectedLsn;
  private long writtenLsn;
  private volatile long heldLsn;

  /** Returns the directory or file of the store, for messages. */
  protected abstract Object store();

  /** Returns whether to write before another batch is collected. */
  protected abstract boolean isFull();

  /** Collects a batch. */
  protected abstract void collect(RecordBatch batch);

  /** Makes the collected batches visible. A retriable failure keeps them for the next call. */
  protected abstract void write();

  /** Makes written batches durable. */
  protected abstract void force();

  /** Returns whether {@link #write} alone makes batches durable. */
  protected boolean commitsDurably() {
    return false;
  }

  /** Releases the resources of the engine, even after {@link #open} failed. */
  protected abstract void release();

  /** Completes {@link #open}, with the LSN up to which the store is complete. */
  protected final void opened(long lsn) {
    collectedLsn = lsn;
    writtenLsn = lsn;
    heldLsn = lsn;
    isOpen = true;
  }

  @Override
  public final long heldLsn() {
    return heldLsn;
  }

  /**
   * Writes the collected batches first if there are enough, so a rejected batch leaves no trace.
   */
  @Override
  public final void append(RecordBatch batch) {
    requireWhole();
    if (batch.firstLsn() <= collectedLsn) {
      throw ErrorCode.ADAPTER_FAILED.exception(
          "a batch from LSN %d on was appended to the adapter in %s, which has records up to %d"
              .formatted(batch.firstLsn(), store(), collectedLsn));
    }
    if (isFull()) {
      flush();
    }
    isWhole = false;
    collect(batch);
    collectedLsn = batch.lastLsn();
    isWhole = true;
  }

  @Override
  public final void flush() {
    requireWhole();
    if (collectedLsn != writtenLsn) {
      isWhole = false;
      try {
        write();
        isWhole = true;
      } catch (ColophonException e) {
        isWhole = e.code().isRetriable();
        throw e;
      }
      writtenLsn = collectedLsn;
      if (commitsDurably()) {
        heldLsn = writtenLsn;
      }
    }
  }

  @Override
  public final long sync() {
    flush();
    if (heldLsn != writtenLsn) {
      force();
      heldLsn = writtenLsn;
    }
    return heldLsn;
  }

  @Override
  public final void close() {
    try {
      if (isOpen && isWhole) {
        sync();
      }
    } finally {
      isOpen = false;
      release();
    }
  }

  /** Fails with ADAPTER_FAILED unless the adapter is open. */
  protected final void requireOpen() {
    if (!isOpen) {
      throw ErrorCode.ADAPTER_FAILED.exception(
          "the adapter in " + store() + " is not open; open it again");
    }
  }

  private void requireWhole() {
    requireOpen();
    if (!isWhole) {
      throw ErrorCode.ADAPTER_FAILED.exception(
          "the adapter in " + store() + " failed during a write; open it again");
    }
  }
}
