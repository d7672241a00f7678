// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention.rule;

import org.colophon.core.model.Lsn;

/**
 * The first LSN of a recent record. Imported logs may report old times, so recent records can
 * precede old ones. The cut must be before the recent ones. Future times are ignored.
 */
public final class FirstRecentLsn {
  private final long oldNanos;
  private final long nowNanos;
  private long firstLsn = Lsn.OPEN;

  /**
   * @param oldNanos later times, up to now, are recent
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

  /** Returns the LSN, {@link Lsn#OPEN} if no recent record was seen. */
  public long firstLsn() {
    return firstLsn;
  }
}
