package org.colophon.core.spi.storage;

import org.colophon.core.model.Bytes;

/** Receives what a {@link LineageReader} finds. Must not call back into the reader's close. */
@FunctionalInterface
public interface NameVisitor {
  /**
   * A path and the object bound to it.
   *
   * @param path the name as bytes
   */
  void name(Bytes path, long object);
}
