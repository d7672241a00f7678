// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage.visitor;

import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;

/** Receives operations from a {@link LineageReader}. Must not close the reader. */
@FunctionalInterface
public interface OperationVisitor {
  /**
   * Receives one stored operation.
   *
   * @param lsn the LSN of its start
   * @param bytes the number of bytes that it moved
   * @param timeNanos wall-clock time, 0 if unknown
   */
  void operation(
      long lsn, OperationKind kind, long process, long object, long bytes, long timeNanos);
}
