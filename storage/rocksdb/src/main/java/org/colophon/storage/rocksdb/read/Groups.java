// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

/** Stored groups. */
public interface Groups {
  /** Returns the facts of a class about the group of an id. */
  Group get(int family, long id, int factClass);

  /**
   * Returns groups that may lack the facts that began after an LSN. Seals with only such facts are
   * not read.
   *
   * @param visibleLsn the LSN up to which the store is complete
   */
  Groups until(long lsn, long visibleLsn);
}
