package org.colophon.reporters.dsl.source;

import org.colophon.core.spi.reporter.FileOpener;

/** Where lines come from. {@link #feed} once, on one thread; {@link #stop} any time, from any. */
public interface LineSource {
  /** What to call it in messages. */
  String place();

  /**
   * Hands lines on until none will come any more or {@link #stop} was called.
   *
   * @param files opens what is read
   */
  void feed(LineHandler lines, FileOpener files);

  /** Makes {@link #feed} return soon, also when it waits for bytes; does not wait itself. */
  void stop();
}
