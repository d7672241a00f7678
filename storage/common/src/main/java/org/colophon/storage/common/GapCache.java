// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common;

import java.util.List;
import java.util.function.Supplier;
import org.colophon.core.model.fact.Gap;
import org.jspecify.annotations.Nullable;

/** Caches the gaps of a store until its visible LSN changes. Every lineage query reads the gaps. */
public final class GapCache {
  private record GapsAt(long lsn, List<Gap> gaps) {
    GapsAt {
      gaps = List.copyOf(gaps);
    }
  }

  private volatile @Nullable GapsAt cached;

  /**
   * Returns the gaps as of an LSN.
   *
   * @param lsn the visible LSN before the loader runs
   */
  public List<Gap> get(long lsn, Supplier<List<Gap>> loader) {
    GapsAt found = cached;
    if (found == null || found.lsn != lsn) {
      found = new GapsAt(lsn, loader.get());
      cached = found;
    }
    return found.gaps;
  }
}
