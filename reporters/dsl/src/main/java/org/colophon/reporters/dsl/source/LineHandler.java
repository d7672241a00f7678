package org.colophon.reporters.dsl.source;

/** Takes the lines of a source, in order, on the thread that reads it. */
public interface LineHandler {
  /** A line, without its end: {@code bytes[from..to)}, valid during the call only. */
  void line(byte[] bytes, int from, int to);

  /** A line of which only this is known: it cannot be taken. */
  void badLine(String problem);

  /** What follows is another file, or the same one written anew: lines are counted from 1. */
  void restarted();

  /** No more bytes are there at the moment; what was said should be handed on. */
  void pause();
}
