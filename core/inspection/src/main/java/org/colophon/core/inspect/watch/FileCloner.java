// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.watch;

import java.io.IOException;
import java.nio.file.Path;

/** Copies a file by sharing its blocks (FICLONE) if the file system supports it. Any thread. */
@FunctionalInterface
public interface FileCloner {
  /** Shares no blocks, so that contents are copied. */
  FileCloner NONE = (from, to) -> false;

  /**
   * Clones a file.
   *
   * @param from the file to read, such as {@code /proc/self/fd/7}.
   * @param to an empty file in the store's directory.
   * @return true if cloned; otherwise {@code to} is still empty.
   */
  boolean cloneFile(Path from, Path to) throws IOException;
}
