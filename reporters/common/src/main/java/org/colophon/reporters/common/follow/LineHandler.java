package org.colophon.reporters.common.follow;

/** Receives the lines of a source in order, on the reading thread. */
public interface LineHandler {
  /** Receives a line without its end: {@code bytes[from..to)}, valid during the call. */
  void line(byte[] bytes, int from, int to);

  /** Receives the problem of an unusable line. */
  void badLine(String problem);

  /** No more bytes are available now; buffered operations should be flushed. */
  default void pause() {}
}
