package org.colophon.reporters.strace;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds programs in PATH as a shell does. */
final class Programs {
  private Programs() {}

  /** Returns the path of a program, which may not be executable; null if there is none. */
  static Path find(String word) {
    if (word.contains("/")) {
      Path path = Path.of(word);
      return Files.exists(path) ? path : null;
    }
    String search = System.getenv().getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
    Path second = null;
    for (String folder : search.split(File.pathSeparator, -1)) {
      Path path = Path.of(folder.isEmpty() ? "." : folder, word);
      if (Files.isRegularFile(path)) {
        if (Files.isExecutable(path)) {
          return path;
        }
        second = path;
      }
    }
    return second;
  }

  static boolean exists(String word) {
    Path path = find(word);
    return path != null && Files.isExecutable(path);
  }
}
