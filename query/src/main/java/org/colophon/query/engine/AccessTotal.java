package org.colophon.query.engine;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.query.api.LineageNode;
import org.colophon.query.report.Details.AccessSum;

/** Adds access intervals up. */
final class AccessTotal {
  private int intervals;
  private long firstLsn = Lsn.OPEN;
  private long lastLsn;
  private long count;
  private long bytes;
  private long firstNanos;
  private long lastNanos;

  void add(long first, long last, long operations, long moved, long begin, long end) {
    intervals++;
    if (first < firstLsn) {
      firstLsn = first;
      firstNanos = begin;
    }
    if (last >= lastLsn) {
      lastLsn = last;
      lastNanos = end;
    }
    count += operations;
    bytes += moved;
  }

  AccessSum sum(LineageNode peer, AccessMode mode) {
    return new AccessSum(
        peer, mode, intervals, firstLsn, lastLsn, count, bytes, firstNanos, lastNanos);
  }
}
