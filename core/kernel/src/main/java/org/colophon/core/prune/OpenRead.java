package org.colophon.core.prune;

/** Somebody reads what adapters hold, until this is closed. Any thread. */
public interface OpenRead extends AutoCloseable {
  /** Nothing is read any more; once more does nothing. */
  @Override
  void close();
}
