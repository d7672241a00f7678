// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage.visitor;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;

/** Receives names from a {@link LineageReader}. Must not close the reader. */
@FunctionalInterface
public interface NameVisitor {
  /**
   * Receives a path and the object bound to it.
   *
   * @param path the name as bytes
   */
  void name(Bytes path, long object);
}
