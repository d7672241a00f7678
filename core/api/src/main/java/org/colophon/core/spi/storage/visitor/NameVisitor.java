package org.colophon.core.spi.storage.visitor;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;

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
