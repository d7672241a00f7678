package org.colophon.query.api;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;

/**
 * Symbolic links as they are now. What is recorded are the names that files really have; people
 * know them by links, too, and where a link leads is not stored.
 */
final class LiveLinks {
  private LiveLinks() {}

  /**
   * Where an absolute path leads, without links as far as there is something; what is behind that
   * stays as it is. The path itself if it leads nowhere else, or is no path.
   */
  static Bytes follow(Bytes path) {
    if (path.isEmpty() || path.at(0) != '/') {
      return path;
    }
    try {
      Path asked = PathBytes.path(path);
      for (Path there = asked; there != null; there = there.getParent()) {
        Path real = realPath(there);
        if (real != null) {
          return PathBytes.of(real.resolve(there.relativize(asked)).normalize());
        }
      }
    } catch (InvalidPathException e) {
      return path; // no file has such a name
    }
    return path;
  }

  /** Null if there is nothing, or nothing that this user may see. */
  private static Path realPath(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return null;
    }
  }
}
