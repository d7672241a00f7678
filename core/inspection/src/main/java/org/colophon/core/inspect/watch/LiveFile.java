// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.watch;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;

/**
 * Positional reads of a file shared by threads. Avoids a channel, because interrupting one reader
 * would close it for all.
 */
final class LiveFile {
  private static final int MAX_READ_BYTES = 64 << 10;

  private LiveFile() {}

  /** Fills some of the buffer. */
  static int read(RandomAccessFile file, ByteBuffer into, long position) throws IOException {
    int length = Math.min(into.remaining(), MAX_READ_BYTES);
    boolean isDirect = !into.hasArray();
    byte[] target = isDirect ? new byte[length] : into.array();
    int at = isDirect ? 0 : into.arrayOffset() + into.position();
    int count = read(file, target, at, length, position);
    if (isDirect) {
      into.put(target, 0, count);
    } else {
      into.position(into.position() + count);
    }
    return count;
  }

  private static int read(RandomAccessFile file, byte[] target, int at, int length, long position)
      throws IOException {
    int count;
    synchronized (file) {
      file.seek(position);
      count = file.read(target, at, length);
    }
    if (count <= 0) {
      throw new EOFException("the file became shorter than " + position + " bytes meanwhile");
    }
    return count;
  }
}
