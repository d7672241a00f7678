// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import java.util.concurrent.atomic.LongAdder;

/** Counters of the inspection runner. Any thread. */
final class InspectionTally {
  final LongAdder offered = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder finished = new LongAdder();
  final LongAdder inspected = new LongAdder();
  final LongAdder findings = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder timedOut = new LongAdder();
  final LongAdder skipped = new LongAdder();
  final LongAdder workerStarts = new LongAdder();

  /** Reads {@code finished} first, so that it never exceeds {@code offered}. */
  InspectionCounts counts() {
    long done = finished.sum();
    long no = refused.sum();
    return new InspectionCounts(
        offered.sum(),
        no,
        done,
        inspected.sum(),
        findings.sum(),
        failed.sum(),
        timedOut.sum(),
        skipped.sum(),
        workerStarts.sum());
  }
}
