// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention.rule;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.ProcessInfo;
import org.jspecify.annotations.Nullable;

/**
 * Decides for each fact if it is kept. Keeps everything that lasted beyond the cut, and older facts
 * that are causes of kept facts. The decision depends on the store alone, so that planning and
 * execution agree.
 *
 * @param cutLsn facts that ended by this LSN may be removed
 * @param firstLive processes from this id on may still run without recent events
 */
public record RetentionDecision(
    long cutLsn, long firstLive, KeptAncestry reach, Placeholders markers) {
  public RetentionDecision withMarkers(Placeholders placeholders) {
    return new RetentionDecision(cutLsn, firstLive, reach, placeholders);
  }

  /** Returns the known end of a process. */
  public static long endOf(@Nullable ProcessInfo info) {
    return info == null ? Lsn.OPEN : info.endLsn();
  }

  /** Returns true if a process was, or may have been, running after the cut. */
  public boolean isAlive(long process, long endLsn) {
    return endLsn == Lsn.OPEN ? process >= firstLive : endLsn > cutLsn;
  }

  /**
   * Returns true if an access interval is kept.
   *
   * @param endLsn the end of the process, at which an open interval ends
   */
  public boolean keeps(
      long process, long endLsn, long object, AccessMode mode, long first, long last) {
    if (markers.has(process)) {
      return false; // stands for removed facts, and is rebuilt
    }
    long end = last == Lsn.OPEN ? Math.max(first, endLsn) : last;
    if (end > cutLsn) {
      return true;
    }
    return switch (mode) {
      case READ -> first <= reach.boundOf(process);
      case WRITE, NAME -> reach.covers(object, first, end);
      case CODE -> isAlive(process, endLsn) || first <= reach.boundOf(process);
      case AGENT -> isAlive(process, endLsn) || reach.boundOf(process) != Lsn.NONE;
      case TOUCH -> first <= reach.boundOf(process) && reach.has(object);
    };
  }

  public boolean keepsLink(long effect, long cause, LinkKind kind, long lsn) {
    if (markers.has(effect) || markers.has(cause)) {
      return false;
    }
    long bound = reach.boundOf(effect);
    boolean led = kind == LinkKind.SENT ? bound != Lsn.NONE : lsn <= bound;
    return led || lsn > cutLsn;
  }

  public boolean keepsDerivation(long effect, long lsn) {
    return lsn > cutLsn || reach.covers(effect, lsn, lsn);
  }
}
