// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.content;

import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;

/** Content in memory. */
final class BytesContent extends SpooledContent {
  private final byte[] bytes;

  BytesContent(byte[] bytes, Path directory) {
    super(directory);
    this.bytes = bytes;
  }

  @Override
  public long sizeBytes() {
    return bytes.length;
  }

  @Override
  public SeekableByteChannel open() {
    return new ReadChannel(bytes.length, this::read);
  }

  private int read(ByteBuffer into, long position) {
    int count = (int) Math.min(into.remaining(), bytes.length - position);
    into.put(bytes, (int) position, count);
    return count;
  }
}
