package org.colophon.benchmarks.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Whole folders. */
public final class Folders {
  private Folders() {}

  /** Deletes a folder with all in it; one that is not there is fine. */
  public static void delete(Path folder) {
    try {
      for (Path path : allIn(folder)) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot delete " + folder + ": " + e, e);
    }
  }

  /** Returns the bytes of the files below a directory; 0 if it does not exist. */
  public static long bytes(Path folder) {
    try {
      long sum = 0;
      for (Path path : allIn(folder)) {
        sum += Files.isRegularFile(path) ? Files.size(path) : 0;
      }
      return sum;
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read " + folder + ": " + e, e);
    }
  }

  /** Everything in a folder and the folder, children first. */
  private static List<Path> allIn(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted(Comparator.reverseOrder()).toList();
    }
  }
}
