package org.colophon.core.spi.storage.visitor;

import org.colophon.core.model.AccessMode;
import org.colophon.core.spi.storage.LineageReader;

/** Receives what a {@link LineageReader} finds. Must not call back into the reader's close. */
@FunctionalInterface
public interface AccessVisitor {
  /**
   * An access interval: the process met the object in this mode, from the begin of the first
   * operation to the end of the last.
   *
   * @param lastLsn {@link org.colophon.core.model.Lsn#OPEN} while its end is not stored
   * @param count how many operations, as far as stored
   * @param bytes how many bytes they moved
   * @param firstNanos wall-clock time of the first operation, 0 if unknown
   * @param lastNanos wall-clock time of the last operation, 0 if unknown
   */
  void access(
      long process,
      long object,
      AccessMode mode,
      long firstLsn,
      long lastLsn,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos);
}
