// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.damage;

import org.rocksdb.RocksIterator;

/** Moves over the keys of a column family. Belongs to one call. */
public class Cursor {
  private final RocksIterator iterator;

  Cursor(RocksIterator iterator) {
    this.iterator = iterator;
  }

  public final boolean isValid() {
    return iterator.isValid();
  }

  public final byte[] key() {
    return iterator.key();
  }

  public final byte[] value() {
    return iterator.value();
  }

  /** Moves to the first key at or after a key. */
  public void seek(byte[] key) {
    iterator.seek(key);
  }

  /** Moves to the last key at or before a key. */
  public void seekForPrev(byte[] key) {
    iterator.seekForPrev(key);
  }

  public void next() {
    iterator.next();
  }

  public void prev() {
    iterator.prev();
  }
}
