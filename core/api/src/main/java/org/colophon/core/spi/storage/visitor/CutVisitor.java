// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage.visitor;

import org.colophon.core.spi.storage.LineageReader;

/** Receives cuts from a {@link LineageReader}. Must not close the reader. */
@FunctionalInterface
public interface CutVisitor {
  /**
   * Receives a cut of the object's content at some instant from beginLsn to endLsn.
   *
   * @param process the process that cut the content
   */
  void cut(long process, long beginLsn, long endLsn, long timeNanos);
}
