// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

/**
 * Makes records durable in one engine. One thread of the kernel's fan-out writes it. Any thread
 * reads it through {@link #reader}.
 *
 * <p>Lifecycle:
 *
 * <ol>
 *   <li>The factory constructs it; no I/O yet.
 *   <li>{@link #open} once. All other calls come after it returned. If it throws, only {@link
 *       #close} follows.
 *   <li>{@link #heldLsn} decides where the kernel begins to feed: at the first batch whose {@code
 *       firstLsn} is larger.
 *   <li>{@link #append} for each batch, in order, without holes. If it throws a retriable {@link
 *       org.colophon.core.error.ColophonException}, it must not keep any of the batch, and the same
 *       batch is retried. After any other exception the adapter is failed and only closed.
 *   <li>{@link #flush} makes everything appended visible to readers, {@link #sync} makes it
 *       durable. Between calls the adapter may do either by itself. If a call throws a retriable
 *       exception, the adapter keeps the appended batches, and the same call is retried.
 *   <li>{@link #close} once, after all other calls returned. It flushes and syncs everything except
 *       a batch whose append failed.
 * </ol>
 *
 * <p>After a crash the kernel feeds again from {@code heldLsn}, so an adapter keeps that LSN
 * durably and atomically with the data: a batch is held completely or not at all, and never twice.
 */
public interface StorageAdapter extends AutoCloseable {
  /**
   * Opens or creates the engine's files. Throws STORE_FOREIGN, STORE_TOO_NEW, STORE_LOCKED or other
   * errors.
   */
  void open();

  /** Returns the LSN up to which everything is durable here; 0 in a new store. Any thread. */
  long heldLsn();

  /** Stores a batch. It need be neither visible nor durable when this returns. */
  void append(RecordBatch batch);

  /** Makes everything appended visible to readers. */
  void flush();

  /**
   * Makes everything appended visible and durable.
   *
   * @return the LSN now held: that of the last batch appended
   */
  long sync();

  /** Returns a reader, valid until the adapter closes; closing the reader is optional. */
  LineageReader reader();

  /**
   * Announces that the replaced adapter is closed, so its exclusive resources are free. Any thread;
   * only for adapters from {@link StorageAdapterFactory#createReplacement}.
   */
  default void takeOver() {}

  @Override
  void close();
}
