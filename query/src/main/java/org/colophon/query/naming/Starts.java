// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.naming;

import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.storage.LineageReader;

/** Forks and executions of processes. */
public final class Starts {
  private Starts() {}

  public static boolean isStart(LinkKind kind) {
    return kind == LinkKind.FORK || kind == LinkKind.EXEC;
  }

  /**
   * Returns the process that started a process last up to an LSN, 0 if none. Readers return links
   * in any order.
   */
  public static long parentOf(LineageReader reader, long process, long limitLsn) {
    long[] last = {0, 0};
    reader.causesOfProcess(
        process,
        (effect, cause, kind, lsn, timeNanos) -> {
          if (isStart(kind) && lsn <= limitLsn && lsn > last[1]) {
            last[0] = cause;
            last[1] = lsn;
          }
        });
    return last[0];
  }
}
