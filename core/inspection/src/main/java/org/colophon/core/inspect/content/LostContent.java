package org.colophon.core.inspect.content;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;

/**
 * Placeholder for content that could not be kept.
 *
 * @param trouble reason as text
 */
record LostContent(String trouble) implements CheckedContent {
  @Override
  public boolean exists() {
    return true;
  }

  @Override
  public long sizeBytes() {
    return 0;
  }

  @Override
  public SeekableByteChannel open() throws IOException {
    throw new IOException(trouble);
  }

  @Override
  public Path file() throws IOException {
    throw new IOException(trouble);
  }
}
