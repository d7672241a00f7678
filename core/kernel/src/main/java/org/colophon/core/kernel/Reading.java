package org.colophon.core.kernel;

/** Somebody reads what adapters hold, until this is closed. Any thread. */
public interface Reading extends AutoCloseable {
  /** Nothing is read any more; once more does nothing. */
  @Override
  void close();
}
