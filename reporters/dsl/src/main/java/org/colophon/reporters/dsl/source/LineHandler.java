package org.colophon.reporters.dsl.source;

/** Receives the lines of a source in order, on the reading thread. */
public interface LineHandler {
  /** Receives a line without its end: {@code bytes[from..to)}, valid during the call. */
  void line(byte[] bytes, int from, int to);

  /** Receives the problem of an unusable line. */
  void badLine(String problem);

  /** Starts counting lines from 1, for another or rewritten file. */
  void restarted();

  /** No more bytes are available now; buffered operations should be flushed. */
  void pause();
}
