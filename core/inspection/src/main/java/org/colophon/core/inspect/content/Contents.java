package org.colophon.core.inspect.content;

import java.io.IOException;
import java.nio.file.Path;
import org.colophon.core.spi.inspect.Content;

/** Contents of files that nobody watches, and of bytes. */
public final class Contents {
  private Contents() {}

  /**
   * What a file holds now. If it is changed afterwards, {@link CheckedContent#trouble} says so.
   *
   * @throws IOException if it is not there or no regular file
   */
  public static CheckedContent of(Path file) throws IOException {
    return FileContent.of(file);
  }

  /** What could not be read, which is all that is known of it. */
  public static CheckedContent lost(String why) {
    return new LostContent(why);
  }

  /**
   * Bytes as content.
   *
   * @param owned not to be changed afterwards
   * @param folder where a file is made if one is asked for; whoever asks for it closes the content
   */
  public static Content of(byte[] owned, Path folder) {
    return new BytesContent(owned, folder);
  }
}
