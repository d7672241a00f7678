package org.colophon.core.spi.storage;

/**
 * Makes records durable in one engine. Written by one thread, the adapter's own in the kernel's
 * fan-out; read through {@link #reader} by any.
 *
 * <p>Lifecycle:
 *
 * <ol>
 *   <li>The factory constructs it; no I/O yet.
 *   <li>{@link #open} once. Everything below only after it returned. If it throws, only {@link
 *       #close} follows.
 *   <li>{@link #heldLsn} says where the kernel begins to feed: at the first batch whose {@code
 *       firstLsn} is larger.
 *   <li>{@link #append} for each batch, in order, without holes. If it throws a retriable {@link
 *       org.colophon.core.error.ColophonException} nothing of the batch may have happened, and the
 *       same batch comes again; after any other exception the adapter is failed and only closed.
 *   <li>{@link #flush} when readers are to see everything appended, {@link #sync} when it is to be
 *       durable. Between calls the adapter may do either by itself. If one throws a retriable
 *       exception it keeps what was appended, and the same call comes again.
 *   <li>{@link #close} once, after the last of the above returned; it flushes and syncs, but
 *       nothing of a batch whose append failed half-way.
 * </ol>
 *
 * <p>After a crash the kernel feeds again from {@code heldLsn}, so an adapter keeps that LSN
 * durably and atomically with the data: a batch is held wholly or not at all, and never twice.
 */
public interface StorageAdapter extends AutoCloseable {
  /** Opens or creates the engine's files; fails with STORE_FOREIGN, _TOO_NEW, _LOCKED, ... */
  void open();

  /** The LSN up to which everything is durable here; 0 in a new store. Any thread. */
  long heldLsn();

  /** Takes a batch over. It need be neither visible nor durable when this returns. */
  void append(RecordBatch batch);

  /** Makes everything appended visible to readers. */
  void flush();

  /**
   * Makes everything appended visible and durable.
   *
   * @return the LSN now held: that of the last batch appended
   */
  long sync();

  /** A reader of this store, valid until the adapter closes; closing the reader is optional. */
  LineageReader reader();

  /**
   * The one whose place this adapter took is closed, so what only one of them could have is free.
   * Any thread; only of adapters from {@link StorageAdapterFactory#createSuccessor}.
   */
  default void takeOver() {}

  @Override
  void close();
}
