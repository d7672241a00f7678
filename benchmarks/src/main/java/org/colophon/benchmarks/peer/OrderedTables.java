// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.peer;

import java.nio.ByteBuffer;

/**
 * Two ordered tables of a key-value engine, which {@link OrderedPeer} fills. Keys are ordered by
 * unsigned bytes. The interface is public because the Berkeley DB implementation is in another
 * class loader.
 */
public interface OrderedTables extends AutoCloseable {
  /** Returns a big-endian buffer of the kind that the engine prefers. */
  ByteBuffer newBuffer(int bytes);

  /**
   * Stores an entry. Each buffer's content is from position 0 to its limit. The engine copies it.
   */
  void put(int table, ByteBuffer key, ByteBuffer value);

  /**
   * Visits the entries from a key on, in order, until the visitor returns false.
   *
   * @param from the first key, in the form that {@link #put} accepts
   */
  void scan(int table, ByteBuffer from, EntryVisitor visitor);

  /** Makes all entries durable. */
  void sync();

  @Override
  void close();

  /** Receives entries. Returning false ends the scan. */
  @FunctionalInterface
  interface EntryVisitor {
    /**
     * Receives an entry, which is valid only during the call. The visitor must read it by absolute
     * index.
     */
    boolean entry(ByteBuffer key, ByteBuffer value);
  }
}
