package org.colophon.reporters.common.inside;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A way to make traced programs write logs about themselves. */
public interface ProgramWatch {
  /** Returns the format of the logs. */
  ProgramLog.Format format();

  /**
   * Returns variables for the environment of a command.
   *
   * @param logs the directory of the logs
   */
  Map<String, String> environment(Path logs);

  /** Returns the command that watches a command. */
  default List<String> command(List<String> words, Path logs) {
    return words;
  }

  /** Returns a remark for people if no program wrote a log. */
  String missing();

  /** Returns beginnings of the paths of files that tools use and programs do not. */
  default List<Path> tools() {
    return List.of();
  }
}
