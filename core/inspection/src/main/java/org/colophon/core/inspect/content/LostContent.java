// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.content;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;

/**
 * Placeholder for content that could not be kept.
 *
 * @param problem reason as text
 */
record LostContent(String problem) implements CheckedContent {
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
    throw new IOException(problem);
  }

  @Override
  public Path file() throws IOException {
    throw new IOException(problem);
  }
}
