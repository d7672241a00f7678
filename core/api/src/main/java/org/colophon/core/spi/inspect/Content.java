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
 * What a file held at one moment. Stays what it was while the file is written again; if that cannot
 * be kept up, reading throws instead of mixing old and new. For one thread.
 */
public interface Content {
  /** The content of a file that was not there. */
  static Content absent() {
    return AbsentContent.INSTANCE;
  }

  /** Whether there was a file. */
  boolean exists();

  /** Its size; 0 if there was none. */
  long sizeBytes();

  /** Opens it for reading, at its beginning. The caller closes it. */
  SeekableByteChannel open() throws IOException;

  /**
   * A file that holds exactly this content, for libraries that want one. Made when first asked for
   * and gone after the inspection; not to be changed.
   */
  Path file() throws IOException;

  /** The content as a stream, unbuffered. The caller closes it. */
  default InputStream stream() throws IOException {
    return Channels.newInputStream(open());
  }

  /** Up to so many bytes from an offset on; fewer at the end of the content. */
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
   * All of it.
   *
   * @throws ColophonException LIMIT_REACHED if it is larger than so many bytes
   */
  default byte[] bytes(int maxBytes) throws IOException {
    if (sizeBytes() > maxBytes) {
      throw new ColophonException(
          ErrorCode.LIMIT_REACHED,
          "the content has %d bytes, more than %d".formatted(sizeBytes(), maxBytes));
    }
    return read(0, maxBytes);
  }
}
