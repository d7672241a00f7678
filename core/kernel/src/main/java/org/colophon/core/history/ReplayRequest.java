package org.colophon.core.history;

import java.nio.file.Path;
import java.util.Objects;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.HistorySource;
import org.colophon.core.spi.storage.LineageReader;

/**
 * What to replay.
 *
 * @param source sees everything up to {@code upToLsn}, and perhaps more
 * @param target what was replayed before, for one that goes on: only what it lacks is given; null
 *     if it cannot be read, then what may have changed since is given again
 * @param afterLsn what the target holds
 * @param upToLsn the last batch ends here
 * @param operations how many reported operations all batches together stand for
 * @param scratch a folder for files while it lasts
 * @param limits how much is done at a time
 */
public record ReplayRequest(
    HistorySource source,
    LineageReader target,
    long afterLsn,
    long upToLsn,
    long operations,
    Path scratch,
    Limits limits) {
  /**
   * How much memory is used.
   *
   * @param sortFacts so many facts are sorted at once
   * @param sortBytes or so many bytes of names and data
   * @param batchFacts a batch is complete at the first LSN that ends behind so many facts
   */
  public record Limits(int sortFacts, long sortBytes, int batchFacts) {
    /** Some tens of megabytes. */
    public static final Limits DEFAULT = new Limits(1 << 17, 32L << 20, 4096);

    public Limits {
      if (sortFacts < 1 || sortBytes < 1 || batchFacts < 1) {
        throw new ColophonException(ErrorCode.BAD_REQUEST, "limits of a replay are positive");
      }
    }
  }

  public ReplayRequest {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(scratch, "scratch");
    Objects.requireNonNull(limits, "limits");
    if (afterLsn < 0 || operations < 0) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "a replay is of LSNs behind 0, and of 0 or more operations");
    }
  }

  /** Whether something at an LSN is to be given. */
  boolean isWanted(long lsn) {
    return lsn > afterLsn && lsn <= upToLsn;
  }
}
