package org.colophon.core.spi.storage.visitor;

import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.storage.LineageReader;

/** Receives what a {@link LineageReader} finds. Must not call back into the reader's close. */
@FunctionalInterface
public interface LinkVisitor {
  /**
   * One process was informed by another at an LSN.
   *
   * @param effect the process that was informed
   * @param cause the process that it was informed by
   */
  void link(long effect, long cause, LinkKind kind, long lsn, long timeNanos);
}
