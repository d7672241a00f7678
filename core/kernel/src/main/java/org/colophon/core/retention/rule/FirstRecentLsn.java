package org.colophon.core.retention.rule;

import org.colophon.core.model.Lsn;

/**
 * The first LSN at which something young was recorded. What is recorded may say of itself that it
 * is old, as an imported log does: then young things lie before old ones, and the cut must come
 * before the young ones. Times that are still to come are not believed.
 */
public final class FirstRecentLsn {
  private final long oldNanos;
  private final long nowNanos;
  private long firstLsn = Lsn.OPEN;

  /**
   * @param oldNanos what is later is young, until now
   */
  public FirstRecentLsn(long oldNanos, long nowNanos) {
    this.oldNanos = oldNanos;
    this.nowNanos = nowNanos;
  }

  public void see(long lsn, long nanos) {
    if (nanos > oldNanos && nanos <= nowNanos && lsn < firstLsn) {
      firstLsn = lsn;
    }
  }

  /** {@link Lsn#OPEN} if nothing young was seen. */
  public long firstLsn() {
    return firstLsn;
  }
}
