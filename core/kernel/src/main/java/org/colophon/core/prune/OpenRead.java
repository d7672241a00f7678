package org.colophon.core.prune;

/** A read of adapter content that lasts until this is closed. Any thread. */
public interface OpenRead extends AutoCloseable {
  /** Ends the read; a second call does nothing. */
  @Override
  void close();
}
