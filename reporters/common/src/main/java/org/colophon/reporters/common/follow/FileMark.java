// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.follow;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/**
 * Position in a file that survives renames and detects truncation.
 *
 * @param key the file
 * @param offset the position in bytes
 * @param checksum CRC-32C of up to {@value #CHECKED_BYTES} bytes before the offset. It reveals that
 *     a file was truncated and has grown again.
 */
public record FileMark(FileKey key, long offset, int checksum) {
  static final int CHECKED_BYTES = 64;

  /** Returns a mark with the checksum of the file's current content. */
  public static FileMark of(FileKey key, FileChannel file, long offset) throws IOException {
    return new FileMark(key, offset, checksum(file, offset));
  }

  /** Returns whether the file still has the bytes before the mark. */
  public boolean agrees(FileChannel file) throws IOException {
    return file.size() >= offset && checksum(file, offset) == checksum;
  }

  private static int checksum(FileChannel file, long offset) throws IOException {
    ByteBuffer before = ByteBuffer.allocate(checkedBytes(offset));
    long from = offset - before.capacity();
    while (before.hasRemaining() && file.read(before, from + before.position()) >= 0) {
      // continue unless the file has become shorter
    }
    return checksum(before.array(), 0, before.position());
  }

  static int checkedBytes(long offset) {
    return (int) Math.min(CHECKED_BYTES, offset);
  }

  static int checksum(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
