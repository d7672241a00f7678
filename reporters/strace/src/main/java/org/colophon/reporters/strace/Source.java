package org.colophon.reporters.strace;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.Neighbours;
import org.colophon.reporters.strace.replay.Replay;
import org.colophon.reporters.strace.replay.Surroundings;

/** Where lines come from. Used by the reporter's thread, but for {@link #stop}. */
interface Source {
  /** What to call it in messages. */
  String place();

  /** The first process's working folder. */
  Bytes directory();

  /** Whether the first line is the first of the first process's life. */
  boolean isCommand();

  /** Returns true if the processes run while the source is read. */
  default boolean isLive() {
    return true;
  }

  /** What can be asked of the machine; neighbours know more of it. */
  Surroundings surroundings(Neighbours neighbours);

  /**
   * Feeds the replay until no line will come any more.
   *
   * @param neighbours who wants to know what comes, as soon as it is there
   * @param files opens what a caller's options name
   */
  void feed(Replay replay, Runnable flush, Neighbours neighbours, FileOpener files);

  /** Makes {@link #feed} return soon; any thread, any time. */
  void stop();

  /** The command's exit status, 0 where there is no command. */
  int exitStatus();
}
