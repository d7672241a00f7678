// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage.visitor;

import org.colophon.core.model.AccessMode;
import org.colophon.core.spi.storage.LineageReader;

/** Receives access intervals from a {@link LineageReader}. Must not close the reader. */
@FunctionalInterface
public interface AccessVisitor {
  /**
   * Receives an access interval of a process, an object and a mode, from the start of the first
   * operation to the end of the last.
   *
   * @param lastLsn the end's LSN; {@link org.colophon.core.model.Lsn#OPEN} while the end is not
   *     stored.
   * @param count the number of operations that the stored form counts.
   * @param bytes the number of bytes that they moved.
   * @param firstNanos wall-clock time of the first operation, 0 if unknown.
   * @param lastNanos wall-clock time of the last operation, 0 if unknown.
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
