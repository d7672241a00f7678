package org.colophon.core.inspect.watch;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Copies a file by sharing its blocks (FICLONE), where the file system can. Any number of threads.
 */
@FunctionalInterface
public interface FileCloner {
  /** Shares nothing, so that contents are copied. */
  FileCloner NONE = (from, to) -> false;

  /**
   * Makes {@code to} a clone.
   *
   * @param from the file to read, such as {@code /proc/self/fd/7}
   * @param to an empty file in the folder of the store
   * @return whether it did; if not, {@code to} is still empty
   */
  boolean cloneFile(Path from, Path to) throws IOException;
}
