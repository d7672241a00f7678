// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.inside;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A tool that makes traced programs write logs about themselves. */
public interface ProgramWatch {
  ProgramLog.Format format();

  /**
   * Returns variables for the environment of a command.
   *
   * @param logs the directory of the logs
   */
  Map<String, String> environment(Path logs);

  /** Returns the command line that runs a command with the tool; by default the command itself. */
  default List<String> command(List<String> words, Path logs) {
    return words;
  }

  /** Returns the message to users if no program wrote a log. */
  String missing();

  /** Returns path prefixes of files that only tools use. */
  default List<Path> tools() {
    return List.of();
  }
}
