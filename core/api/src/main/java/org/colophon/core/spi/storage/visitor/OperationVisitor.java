package org.colophon.core.spi.storage.visitor;

import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;

/** Receives what a {@link LineageReader} finds. Must not call back into the reader's close. */
@FunctionalInterface
public interface OperationVisitor {
  /**
   * One stored operation.
   *
   * @param lsn where it began
   * @param bytes how many bytes it moved
   * @param timeNanos wall-clock time, 0 if unknown
   */
  void operation(
      long lsn, OperationKind kind, long process, long object, long bytes, long timeNanos);
}
