package org.colophon.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds programs as a shell does. */
final class Programs {
  private final Path directory;
  private final String searchPath;

  /**
   * @param directory what relative paths are relative to
   * @param searchPath as PATH has it; null for none
   */
  Programs(Path directory, String searchPath) {
    this.directory = directory;
    this.searchPath = searchPath == null ? "" : searchPath;
  }

  /** What running the name would come to: FOUND, NO_SUCH_COMMAND or NOT_EXECUTABLE. */
  int find(String name) {
    if (name.indexOf('/') >= 0) {
      return judge(directory.resolve(name));
    }
    int best = ExitCode.NO_SUCH_COMMAND;
    for (String folder : searchPath.split(":", -1)) {
      int found = name.isEmpty() ? best : judge(directory.resolve(folder).resolve(name));
      if (found == ExitCode.FOUND) {
        return found;
      }
      best = Math.min(best, found);
    }
    return best;
  }

  private static int judge(Path file) {
    if (!Files.exists(file)) {
      return ExitCode.NO_SUCH_COMMAND;
    }
    return Files.isExecutable(file) && !Files.isDirectory(file)
        ? ExitCode.FOUND
        : ExitCode.NOT_EXECUTABLE;
  }
}
