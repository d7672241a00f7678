package org.colophon.benchmarks.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Whole directories. */
public final class Directories {
  private Directories() {}

  /** Deletes a directory with all in it; one that is not there is fine. */
  public static void delete(Path directory) {
    try {
      for (Path path : allIn(directory)) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot delete " + directory + ": " + e, e);
    }
  }

  /** Creates an empty directory of an unused name in another. */
  public static Path newIn(Path parent) {
    try {
      return Files.createTempDirectory(parent, "store");
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot use " + parent + ": " + e, e);
    }
  }

  /** Returns the bytes of the files below a directory; 0 if it does not exist. */
  public static long bytes(Path directory) {
    try {
      long sum = 0;
      for (Path path : allIn(directory)) {
        sum += Files.isRegularFile(path) ? Files.size(path) : 0;
      }
      return sum;
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read " + directory + ": " + e, e);
    }
  }

  /** Everything in a directory and the directory, children first. */
  private static List<Path> allIn(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.sorted(Comparator.reverseOrder()).toList();
    }
  }
}
