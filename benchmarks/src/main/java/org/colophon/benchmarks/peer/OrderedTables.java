package org.colophon.benchmarks.peer;

import java.nio.ByteBuffer;

/**
 * Two ordered tables of one key-value engine, which {@link OrderedPeer} fills. Keys are ordered by
 * unsigned bytes. Public because the Berkeley DB implementation is compiled when it is needed, in a
 * class loader of its own.
 */
public interface OrderedTables extends AutoCloseable {
  /** Returns a big-endian buffer of the engine's preferred kind. */
  ByteBuffer newBuffer(int bytes);

  /** Stores an entry. Buffers run from position 0 to their limit; the engine copies them. */
  void put(int table, ByteBuffer key, ByteBuffer value);

  /**
   * Visits the entries from a key on, in order, until the visitor has enough.
   *
   * @param from as in {@link #put}
   */
  void scan(int table, ByteBuffer from, EntryVisitor visitor);

  /** Makes everything durable. */
  void sync();

  @Override
  void close();

  /** Receives entries; false ends the scan. */
  @FunctionalInterface
  interface EntryVisitor {
    /** Receives an entry, valid during the call. The visitor reads it by absolute index only. */
    boolean entry(ByteBuffer key, ByteBuffer value);
  }
}
