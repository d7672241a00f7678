// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.rebuild;

import java.nio.file.Path;
import java.util.Objects;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.HistorySource;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a replay.
 *
 * @param source sees everything up to {@code upToLsn}, and perhaps more.
 * @param target the result of an earlier replay to resume: only missing facts are emitted; null if
 *     it cannot be read, then possibly changed facts are repeated.
 * @param afterLsn the last LSN that the target holds.
 * @param upToLsn the last LSN of the last batch.
 * @param operations the number of reported operations in all batches together.
 * @param scratch a directory for temporary files.
 * @param limits the limits of memory.
 */
public record ReplayRequest(
    HistorySource source,
    @Nullable LineageReader target,
    long afterLsn,
    long upToLsn,
    long operations,
    Path scratch,
    Limits limits) {
  /**
   * Limits of memory.
   *
   * @param sortFacts the number of facts that are sorted at once.
   * @param sortBytes the number of bytes of names and data that are sorted at once.
   * @param batchFacts the number of facts after which a batch ends, together with the current LSN.
   */
  public record Limits(int sortFacts, long sortBytes, int batchFacts) {
    /** Limits that need some tens of megabytes. */
    public static final Limits DEFAULT = new Limits(1 << 17, 32L << 20, 4096);

    public Limits {
      if (sortFacts < 1 || sortBytes < 1 || batchFacts < 1) {
        throw ErrorCode.BAD_REQUEST.exception("limits of a replay are positive");
      }
    }
  }

  public ReplayRequest {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(scratch, "scratch");
    Objects.requireNonNull(limits, "limits");
    if (afterLsn < 0 || operations < 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a replay needs an LSN above 0, and 0 or more operations");
    }
  }

  /** Returns true if facts at an LSN are requested. */
  boolean isWanted(long lsn) {
    return lsn > afterLsn && lsn <= upToLsn;
  }
}
