// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.inspect;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.Arrays;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Content of a file at one moment. Later writes to the file do not change it. If the content is no
 * longer available, reads throw. They never mix old and new content. For one thread.
 */
public interface Content {
  /** Returns the content of a file that did not exist. */
  static Content absent() {
    return AbsentContent.INSTANCE;
  }

  /** Returns true if the file existed. */
  boolean exists();

  /** Returns the size; 0 if the file did not exist. */
  long sizeBytes();

  /** Opens the content for reading, at its beginning. The caller closes the channel. */
  SeekableByteChannel open() throws IOException;

  /**
   * Returns a file with exactly this content, for libraries that need one. It is created on first
   * use and deleted after the inspection. The caller must not change it.
   */
  Path file() throws IOException;

  /** Returns the content as a stream, unbuffered. The caller closes it. */
  default InputStream stream() throws IOException {
    return Channels.newInputStream(open());
  }

  /** Returns up to {@code maxBytes} from an offset; fewer at the end of the content. */
  default byte[] read(long offset, int maxBytes) throws IOException {
    long available = Math.max(0, sizeBytes() - offset);
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(maxBytes, available));
    if (buffer.hasRemaining()) {
      try (SeekableByteChannel channel = open().position(offset)) {
        int count = 0;
        while (buffer.hasRemaining() && count >= 0) {
          count = channel.read(buffer);
        }
      }
    }
    return buffer.hasRemaining()
        ? Arrays.copyOf(buffer.array(), buffer.position())
        : buffer.array();
  }

  /**
   * Returns the whole content.
   *
   * @throws ColophonException LIMIT_REACHED if it is larger than the limit
   */
  default byte[] bytes(int maxBytes) throws IOException {
    if (sizeBytes() > maxBytes) {
      throw ErrorCode.LIMIT_REACHED.exception(
          "the content has %d bytes, more than %d".formatted(sizeBytes(), maxBytes));
    }
    return read(0, maxBytes);
  }
}
