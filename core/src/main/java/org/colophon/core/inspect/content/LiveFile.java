package org.colophon.core.inspect.content;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;

/**
 * Reads at positions of a file that is shared by threads. Not through a channel: interrupting a
 * thread that reads one closes it for all.
 */
final class LiveFile {
  private static final int MAX_READ_BYTES = 64 << 10;

  private LiveFile() {}

  /** Fills some of the buffer. */
  static int read(RandomAccessFile file, ByteBuffer into, long position) throws IOException {
    byte[] chunk = new byte[Math.min(into.remaining(), MAX_READ_BYTES)];
    int count;
    synchronized (file) {
      file.seek(position);
      count = file.read(chunk, 0, chunk.length);
    }
    if (count <= 0) {
      throw new EOFException("the file became shorter than " + position + " bytes meanwhile");
    }
    into.put(chunk, 0, count);
    return count;
  }
}
