// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;

/**
 * A history up to an LSN. Remembers which processes and objects the facts refer to, because a crash
 * may leave ids that were never declared.
 *
 * @param scan a reader for ids in ascending order
 */
record History(
    LineageReader reader, LineageReader scan, long lastLsn, BitSet processes, BitSet objects) {
  static History of(LineageReader reader) {
    return new History(reader, reader.forScan(), reader.visibleLsn(), new BitSet(), new BitSet());
  }

  /** Returns the last LSN of a fact that has ended; UNKNOWN if it is open as of the last LSN. */
  long ended(long lsn) {
    return lsn == Lsn.OPEN || lsn > lastLsn ? FactRows.UNKNOWN : lsn;
  }

  /** Returns a time in microseconds; UNKNOWN for 0. */
  static long micros(long nanos) {
    return nanos == 0 ? FactRows.UNKNOWN : TimeUnit.NANOSECONDS.toMicros(nanos);
  }
}
