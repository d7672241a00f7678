// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.neo4j;

import org.colophon.core.model.AccessMode;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Sums over all access intervals of a store.
 *
 * @param count number of operations
 * @param bytes number of bytes that the operations moved
 */
record Sums(long count, long bytes) {
  private static final int ALL_MODES = (1 << AccessMode.COUNT) - 1;

  /** Sums the accesses of all processes. */
  static Sums of(LineageReader reader) {
    long[] sums = new long[2];
    for (long process = 1; process <= reader.lastProcess(); process++) {
      reader.accessesOfProcess(
          process,
          ALL_MODES,
          (p, o, mode, first, last, count, bytes, t0, t1) -> {
            sums[0] += count;
            sums[1] += bytes;
          });
    }
    return new Sums(sums[0], sums[1]);
  }
}
