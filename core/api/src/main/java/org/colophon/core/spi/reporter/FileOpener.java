package org.colophon.core.spi.reporter;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/**
 * Opens the files that a reporter reads. A service opens them so that whoever attached the reporter
 * reaches no file outside the directories that the configuration allows. Any thread.
 */
@FunctionalInterface
public interface FileOpener {
  /** Opens whatever this process may open. */
  FileOpener PLAIN = FileChannel::open;

  /**
   * Opens a file. Waits, as for the writer of a named pipe, where the operating system does.
   *
   * @param path absolute
   * @param options for reading if there are none
   * @throws java.nio.file.NoSuchFileException if there is no such file
   * @throws org.colophon.core.error.ColophonException NOT_PERMITTED if the path leads to where
   *     files may not be read
   */
  FileChannel open(Path path, OpenOption... options) throws IOException;
}
