// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import org.colophon.core.spi.inspect.Content;

/** The beginning of a content. */
record Prefix(Content content, long sizeBytes) implements Content {
  @Override
  public boolean exists() {
    return true;
  }

  @Override
  public SeekableByteChannel open() throws IOException {
    return content.open();
  }

  @Override
  public Path file() throws IOException {
    return content.file();
  }
}
