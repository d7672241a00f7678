// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/**
 * Opens the files that a reporter reads. A service supplies its own, so that a reporter's options
 * cannot reach files outside the directories that the configuration allows. Any thread.
 */
@FunctionalInterface
public interface FileOpener {
  /** Opens any file that this process may open. */
  FileOpener PLAIN = FileChannel::open;

  /**
   * Opens a file. Waits where the operating system does, as for the writer of a named pipe.
   *
   * @param path absolute.
   * @param options the file is opened for reading if there are none.
   * @throws java.nio.file.NoSuchFileException if the file does not exist.
   * @throws org.colophon.core.error.ColophonException NOT_PERMITTED if the path leads outside the
   *     permitted directories.
   */
  FileChannel open(Path path, OpenOption... options) throws IOException;
}
