package org.colophon.query.naming;

import org.colophon.core.model.AccessMode;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Finds the process that changed an object's names. The change and the access of that process are
 * records of one operation, so the access has the LSN of the change or one soon after.
 */
public final class NameChanges {
  /** A rename unbinds, binds, and says who did it. */
  public static final long RECORDS_OF_ONE_OPERATION = 4;

  private final LineageReader reader;

  public NameChanges(LineageReader reader) {
    this.reader = reader;
  }

  /** The process that gave or took a name at an LSN, 0 if unknown. */
  public long processAt(long object, long lsn) {
    long[] best = {0, lsn + RECORDS_OF_ONE_OPERATION};
    reader.accessesOfObject(
        object,
        AccessMode.NAME.bit(),
        (process, o, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          long at = first <= lsn && lsn <= last ? lsn : first;
          if (at >= lsn && at < best[1]) {
            best[0] = process;
            best[1] = at;
          }
        });
    return best[0];
  }
}
