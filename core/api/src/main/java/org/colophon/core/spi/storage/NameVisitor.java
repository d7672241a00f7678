package org.colophon.core.spi.storage;

import org.colophon.core.model.Bytes;

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
