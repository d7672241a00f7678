// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.damage;

import java.util.Arrays;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksIterator;

/** A cursor of a store with lost files. It checks each range of keys that it moves over. */
final class CheckedCursor extends Cursor {
  /** Checks a range of keys; null is the end of all keys. */
  @FunctionalInterface
  interface RangeCheck {
    void check(byte @Nullable [] from, byte @Nullable [] to);
  }

  private final boolean isOfPrefix;
  private final RangeCheck lost;

  /**
   * @param isOfPrefix whether the cursor stays within the group prefix of its first seek
   */
  CheckedCursor(RocksIterator iterator, boolean isOfPrefix, RangeCheck lost) {
    super(iterator);
    this.isOfPrefix = isOfPrefix;
    this.lost = lost;
  }

  @Override
  public void seek(byte[] key) {
    super.seek(key);
    checkFrom(key);
  }

  @Override
  public void next() {
    byte[] before = key();
    super.next();
    checkFrom(before);
  }

  private void checkFrom(byte[] key) {
    lost.check(key, isValid() ? key() : isOfPrefix ? afterPrefix(key) : null);
  }

  /** Returns the first key after the group prefix of a key. */
  private static byte[] afterPrefix(byte[] key) {
    byte[] after = Arrays.copyOf(key, StoreFormat.GROUP_PREFIX);
    after[after.length - 1]++; // a class, which is less than 255
    return after;
  }

  @Override
  public void seekForPrev(byte[] key) {
    super.seekForPrev(key);
    lost.check(isValid() ? key() : null, key);
  }

  @Override
  public void prev() {
    byte[] before = key();
    super.prev();
    lost.check(isValid() ? key() : null, before);
  }
}
