// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.FileTree;

/** Creates, measures and deletes directories. */
public final class Directories {
  private Directories() {}

  /** Deletes a directory with its content, if it exists. */
  public static void delete(Path directory) {
    try {
      FileTree.delete(directory);
    } catch (IOException e) {
      throw IoFailure.of("delete", directory, e);
    }
  }

  /** Creates an empty directory with an unused name in another directory. */
  public static Path newIn(Path parent) {
    try {
      return Files.createTempDirectory(parent, "store");
    } catch (IOException e) {
      throw IoFailure.of("use", parent, e);
    }
  }

  /** Returns the size of the files below a directory; 0 if it does not exist. */
  public static long bytes(Path directory) {
    try {
      return FileTree.bytes(directory);
    } catch (IOException e) {
      throw IoFailure.of("read", directory, e);
    }
  }
}
