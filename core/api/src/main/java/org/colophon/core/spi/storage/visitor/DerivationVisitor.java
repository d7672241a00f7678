// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage.visitor;

import org.colophon.core.spi.storage.LineageReader;

/** Receives derivations from a {@link LineageReader}. Must not close the reader. */
@FunctionalInterface
public interface DerivationVisitor {
  /**
   * Receives a derivation of one object from another at an LSN.
   *
   * @param effect the object that was derived
   * @param cause the object that it was derived from
   * @param process the process that derived it, 0 if unknown
   */
  void derivation(long effect, long cause, long process, long lsn, long timeNanos);
}
