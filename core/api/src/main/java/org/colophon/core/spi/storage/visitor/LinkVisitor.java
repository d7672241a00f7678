// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage.visitor;

import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.storage.LineageReader;

/** Receives links from a {@link LineageReader}. Must not close the reader. */
@FunctionalInterface
public interface LinkVisitor {
  /**
   * Receives a link by which one process informed another at an LSN.
   *
   * @param effect the process that was informed
   * @param cause the process that informed it
   */
  void link(long effect, long cause, LinkKind kind, long lsn, long timeNanos);
}
