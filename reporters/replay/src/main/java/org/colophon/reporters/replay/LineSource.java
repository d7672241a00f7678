// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import java.nio.file.Path;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.reporters.replay.state.HostProbe;

/**
 * Source of system calls, such as the lines of strace. Used by the reporter's thread, except for
 * {@link #stop}.
 */
public interface LineSource {
  /** Returns the name for messages. */
  String place();

  /**
   * Returns the name of the tool that records the calls. The name is stored with the first process.
   */
  default String tool() {
    return "strace";
  }

  /** Returns the environment variables of programs to record. */
  default WantedVariables variables() {
    return WantedVariables.NONE;
  }

  /** Returns the files that get digests at the end. */
  default WantedDigests digests() {
    return WantedDigests.NONE;
  }

  /** Returns whether directory listings and absent files are recorded as inputs. */
  default boolean hasLookups() {
    return false;
  }

  /** Returns whether the written ranges of files are recorded. */
  default boolean hasRanges() {
    return false;
  }

  /** Returns the working directory of the first process; empty if it is unknown. */
  Bytes directory();

  /** Returns true if the source is a command, whose first process starts with the first line. */
  boolean isCommand();

  /** Returns true if the processes run while the source is read. */
  default boolean isLive() {
    return true;
  }

  /** Returns the probe of the host that the replay may use. */
  HostProbe probe(ReporterCoordination neighbours);

  /**
   * Replays all calls until the source ends.
   *
   * @param neighbours coordination with other reporters, which may request earlier events
   * @param files opens files that options name
   */
  void feed(Replay replay, Runnable flush, ReporterCoordination neighbours, FileOpener files);

  /** Runs the command without a replay; its lines go to an existing empty file. */
  default void runInto(Path output) {
    throw ErrorCode.BAD_REQUEST.exception("there is no command to run");
  }

  /** Makes {@link #feed} return soon. Any thread. */
  void stop();

  /** Returns the command's exit status; 0 without a command. */
  int exitStatus();
}
