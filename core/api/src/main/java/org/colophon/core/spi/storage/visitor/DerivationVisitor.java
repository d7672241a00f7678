package org.colophon.core.spi.storage.visitor;

import org.colophon.core.spi.storage.LineageReader;

/** Receives what a {@link LineageReader} finds. Must not call back into the reader's close. */
@FunctionalInterface
public interface DerivationVisitor {
  /**
   * One object was derived from another at an LSN.
   *
   * @param effect the object that was derived
   * @param cause the object that it came from
   * @param process who did it, 0 if unknown
   */
  void derivation(long effect, long cause, long process, long lsn, long timeNanos);
}
