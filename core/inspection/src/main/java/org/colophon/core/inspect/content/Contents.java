// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.content;

import java.io.IOException;
import java.nio.file.Path;
import org.colophon.core.spi.inspect.Content;

/** Contents of unwatched files and of byte arrays. */
public final class Contents {
  private Contents() {}

  /**
   * Returns the current content of a file. {@link CheckedContent#problem} reports a later change.
   *
   * @throws IOException if the file is missing or not regular
   */
  public static CheckedContent of(Path file) throws IOException {
    return FileContent.of(file);
  }

  /** Returns a placeholder for unreadable content. */
  public static CheckedContent unreadable(String why) {
    return new LostContent(why);
  }

  /**
   * Wraps bytes as content.
   *
   * @param owned must not be changed afterwards
   * @param directory directory for a file made on request; the requester closes the content
   */
  public static Content of(byte[] owned, Path directory) {
    return new BytesContent(owned, directory);
  }
}
