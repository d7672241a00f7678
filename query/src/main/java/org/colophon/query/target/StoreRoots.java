// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.target;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Root;

/** Everything in a store as the roots of a query. */
public final class StoreRoots {
  private final LineageReader reader;
  private final long asOfLsn;

  /**
   * Reads a store as of an LSN.
   *
   * @param asOfLsn the last LSN that counts
   */
  public StoreRoots(LineageReader reader, long asOfLsn) {
    this.reader = reader;
    this.asOfLsn = asOfLsn;
  }

  /** Returns every node as of the LSN. Ids count from 1 and are never reused. */
  public List<Root> all() {
    List<Root> roots = new ArrayList<>();
    long lastObject = reader.lastObject();
    for (long id = 1; id <= lastObject; id++) {
      ObjectInfo object = reader.object(id);
      if (object != null && object.declaredLsn() <= asOfLsn) {
        addVersions(id, roots);
      }
    }
    long lastProcess = reader.lastProcess();
    for (long id = 1; id <= lastProcess; id++) {
      ProcessInfo process = reader.process(id);
      if (process != null && process.declaredLsn() <= asOfLsn) {
        roots.add(Root.process(id));
      }
    }
    return roots;
  }

  /**
   * Adds all versions of an object, since earlier versions may have no edge from the current one.
   */
  private void addVersions(long object, List<Root> roots) {
    long limit = Math.min(asOfLsn, reader.visibleLsn());
    roots.add(Root.object(object));
    reader.cuts(
        object,
        (process, begin, end, time) -> {
          if (end > Lsn.FIRST && end <= limit) {
            roots.add(Root.object(object, end - 1));
          }
        });
  }
}
