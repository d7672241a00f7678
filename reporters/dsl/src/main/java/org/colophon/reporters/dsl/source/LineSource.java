package org.colophon.reporters.dsl.source;

/** Where lines come from. {@link #feed} once, on one thread; {@link #stop} any time, from any. */
public interface LineSource {
  /** What to call it in messages. */
  String place();

  /** Hands lines on until none will come any more or {@link #stop} was called. */
  void feed(LineHandler lines);

  /** Makes {@link #feed} return soon, also when it waits for bytes; does not wait itself. */
  void stop();
}
