// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Directories below which a caller may name files. Symbolic links are resolved, so no link leads
 * out of them.
 *
 * @param directories absolute paths; they may not exist
 */
public record RootPaths(List<Path> directories) {
  public static final RootPaths NONE = new RootPaths(List.of());

  public RootPaths {
    directories = directories.stream().map(each -> each.toAbsolutePath().normalize()).toList();
  }

  /** Returns whether a real path is below one of the directories. */
  public boolean contains(Path real) throws IOException {
    for (Path root : directories) {
      if (Files.exists(root) && real.startsWith(root.toRealPath())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the real path. For a missing file, returns the real path of its directory with the
   * file's name.
   *
   * @throws IOException also for a symbolic link to a missing file
   */
  public static Path real(Path path) throws IOException {
    if (Files.exists(path) || path.getParent() == null) {
      return path.toRealPath();
    }
    if (Files.isSymbolicLink(path)) {
      throw new IOException(path + " is a link to nothing");
    }
    return real(path.getParent()).resolve(path.getFileName());
  }
}
