package org.colophon.core.journal;

import java.nio.file.Path;

/**
 * The store that a journal belongs to.
 *
 * @param storeId a random number that the segments carry, 0 for a journal without a store
 * @param synced the file that records what was acknowledged, see {@link SyncedMark}
 * @param isMarkExpected whether that file must be there. If it is lost, a tail that recovery cuts
 *     off may have been acknowledged
 */
public record JournalIdentity(long storeId, Path synced, boolean isMarkExpected) {
  /** A journal that stands alone: nothing is compared, and the mark lies in its directory. */
  public static JournalIdentity none(Path directory) {
    return new JournalIdentity(0, directory.resolve("synced"), false);
  }
}
