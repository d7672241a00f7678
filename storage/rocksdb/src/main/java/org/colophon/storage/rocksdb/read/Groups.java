// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

/** Stored groups. */
@FunctionalInterface
public interface Groups {
  /** Returns the facts of a class about the group of an id. */
  Group get(int family, long id, int factClass);
}
