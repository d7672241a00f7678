// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.target;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;
import org.jspecify.annotations.Nullable;

/**
 * Present symbolic links. Recorded names are real paths, but people also use links, and the targets
 * of links are not stored.
 */
public final class LiveLinks {
  private LiveLinks() {}

  /**
   * Follows the symbolic links of an absolute path as far as the path exists. Returns the path
   * itself if it has no links.
   */
  public static Bytes follow(Bytes path) {
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

  /** Returns the real path; null if it does not exist or is not accessible. */
  private static @Nullable Path realPath(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return null;
    }
  }
}
