package org.colophon.core.retention;

import org.colophon.core.model.Lsn;

/**
 * The first LSN at which something young was recorded. What is recorded may say of itself that it
 * is old, as an imported log does: then young things lie before old ones, and the cut must come
 * before the young ones. Times that are still to come are not believed.
 */
final class Youth {
  private final long oldNanos;
  private final long nowNanos;
  private long firstLsn = Lsn.OPEN;

  /**
   * @param oldNanos what is later is young, until now
   */
  Youth(long oldNanos, long nowNanos) {
    this.oldNanos = oldNanos;
    this.nowNanos = nowNanos;
  }

  void see(long lsn, long nanos) {
    if (nanos > oldNanos && nanos <= nowNanos && lsn < firstLsn) {
      firstLsn = lsn;
    }
  }

  /** {@link Lsn#OPEN} if nothing young was seen. */
  long firstLsn() {
    return firstLsn;
  }
}
