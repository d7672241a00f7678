// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.util.function.Function;
import org.colophon.storage.rocksdb.damage.Cursor;
import org.jspecify.annotations.Nullable;

/** Reads of an open store. Any number of threads. */
public interface Reads {
  /** Returns whether the store has a family; stores of older versions lack some. */
  boolean has(int family);

  /** Returns the value of a key, or null. */
  byte @Nullable [] get(int family, byte[] key);

  /** Runs an action with a cursor over a snapshot of a family. */
  <T> T scan(int family, Function<Cursor, T> action);

  /** Same as {@link #scan}, for an action that stays within the group prefix of its first seek. */
  <T> T scanGroup(int family, Function<Cursor, T> action);
}
