// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.nio.file.Path;

/**
 * The store that a journal belongs to.
 *
 * @param storeId a random number in all segments, 0 for a journal without a store
 * @param synced the file that records the acknowledged LSN, see {@link SyncedMark}
 * @param isMarkExpected true if that file must exist. If it is lost, a tail that recovery cuts off
 *     may have been acknowledged
 */
public record JournalIdentity(long storeId, Path synced, boolean isMarkExpected) {
  /** Returns the identity of a journal without a store, with the mark in its directory. */
  public static JournalIdentity none(Path directory) {
    return new JournalIdentity(0, directory.resolve("synced"), false);
  }
}
