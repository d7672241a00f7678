package org.colophon.query.naming;

import java.util.List;
import org.colophon.query.api.LineageNode.Cut;

/** Counts the cuts of an object. */
public final class Cuts {
  private Cuts() {}

  /** The version as of an LSN: how many cuts were over by then. They are in order. */
  public static int versionAt(List<Cut> cuts, long lsn) {
    int from = 0;
    int to = cuts.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (cuts.get(middle).endLsn() <= lsn) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
}
