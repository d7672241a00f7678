// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.across.PartRequest.Span;
import org.jspecify.annotations.Nullable;

/**
 * The data that one host moved in one direction of a connection, in the order of its begin.
 *
 * <p>TCP keeps the order of bytes, so byte positions relate the histories of both hosts without
 * clocks. Positions count only if both hosts moved the same number of bytes. Otherwise one of them
 * has not recorded the whole connection, or data is on its way.
 */
final class MovedData {
  private final List<Access> accesses = new ArrayList<>();
  private long firstNanos = Long.MAX_VALUE;
  private long lastNanos;
  private long bytes;
  private boolean isTimed = true;

  private record Access(long first, long last, long bytes) {}

  /**
   * Reads the accesses of a connection.
   *
   * @param isSent whether this host sent the data
   */
  MovedData(LineageReader reader, long object, boolean isSent) {
    reader.accessesOfObject(
        object,
        (isSent ? AccessMode.WRITE : AccessMode.READ).bit(),
        (process, ignored, its, first, last, count, moved, begin, end) -> {
          accesses.add(new Access(first, last, moved));
          bytes += moved;
          isTimed &= begin != 0 && end != 0 && last != Lsn.OPEN;
          firstNanos = Math.min(firstNanos, begin);
          lastNanos = Math.max(lastNanos, end);
        });
    accesses.sort(Comparator.comparingLong(Access::first));
  }

  /** Returns whether this host moved data by an LSN. */
  boolean hasBegunBy(long lsn) {
    return !accesses.isEmpty() && accesses.get(0).first <= lsn;
  }

  /**
   * Returns the times and the position of a bound; null if times are unknown.
   *
   * @param isBack true for a lineage of ancestors
   */
  @Nullable Span span(long boundLsn, boolean isBack) {
    if (!isTimed || lastNanos == 0) {
      return null;
    }
    long position = 0;
    for (Access each : accesses) {
      position += (isBack ? each.first <= boundLsn : each.last < boundLsn) ? each.bytes : 0;
    }
    return new Span(firstNanos, lastNanos, bytes, position);
  }

  /**
   * Returns the bound on this host for a bound on the other one. For ancestors, this host had sent
   * the bytes before the position by then. For descendants, this host received none after the
   * position before.
   *
   * @param otherwise the result if positions do not count
   */
  long bound(Span there, boolean isBack, long otherwise) {
    if (!isTimed || there.bytes() == 0 || there.bytes() != bytes) {
      return otherwise;
    }
    long position = 0;
    long last = 0;
    for (Access each : accesses) {
      if (isBack && position >= there.position()) {
        break;
      }
      position += each.bytes;
      last = Math.max(last, each.last);
      if (!isBack && position > there.position()) {
        return Math.max(otherwise, each.first);
      }
    }
    return isBack ? Math.min(otherwise, last) : 0;
  }
}
