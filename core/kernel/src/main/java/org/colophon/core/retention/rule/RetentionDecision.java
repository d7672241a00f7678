package org.colophon.core.retention.rule;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.ProcessInfo;

/**
 * Says of each fact whether it stays. Everything that lasted beyond the cut does; of what was over
 * by then, that which led to something kept. What it says depends on the store alone, so that those
 * who plan and those who carry out agree.
 *
 * @param cutLsn what was over by here may go
 * @param firstLive processes from this id on may still run though nothing is heard of them
 */
public record RetentionDecision(
    long cutLsn, long firstLive, KeptAncestry reach, Placeholders markers) {
  public RetentionDecision withMarkers(Placeholders known) {
    return new RetentionDecision(cutLsn, firstLive, reach, known);
  }

  /** Where a process ended, as far as the store knows. */
  public static long endOf(ProcessInfo info) {
    return info == null ? Lsn.OPEN : info.endLsn();
  }

  /** Whether a process was still running behind the cut, or may be. */
  public boolean isAlive(long process, long endLsn) {
    return endLsn == Lsn.OPEN ? process >= firstLive : endLsn > cutLsn;
  }

  /**
   * Whether an access interval stays.
   *
   * @param endLsn where the process ended: one that is open lasts until then
   */
  public boolean keeps(
      long process, long endLsn, long object, AccessMode mode, long first, long last) {
    if (markers.has(process)) {
      return false; // stands for what went, and is made anew
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
