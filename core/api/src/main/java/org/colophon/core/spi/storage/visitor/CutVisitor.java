package org.colophon.core.spi.storage.visitor;

import org.colophon.core.spi.storage.LineageReader;

/** Receives what a {@link LineageReader} finds. Must not call back into the reader's close. */
@FunctionalInterface
public interface CutVisitor {
  /**
   * The object's content was cut off at some instant from beginLsn to endLsn.
   *
   * @param process who did it
   */
  void cut(long process, long beginLsn, long endLsn, long timeNanos);
}
