// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.inspect;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Content of a file that did not exist. */
enum AbsentContent implements Content {
  INSTANCE;

  @Override
  public boolean exists() {
    return false;
  }

  @Override
  public long sizeBytes() {
    return 0;
  }

  @Override
  public SeekableByteChannel open() throws IOException {
    throw new NoSuchFileException("there was no file");
  }

  @Override
  public Path file() throws IOException {
    throw new NoSuchFileException("there was no file");
  }
}
