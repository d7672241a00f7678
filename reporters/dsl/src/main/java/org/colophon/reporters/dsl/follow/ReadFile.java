package org.colophon.reporters.dsl.follow;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.CRC32C;

/**
 * A file of a feed, and how far it was read.
 *
 * @param key which file it is, whatever it is called by now
 * @param tag what its lines are known by: a file that was cut and written anew has another
 * @param offset behind the last line that was read
 * @param checksum of the bytes before that, so that a file that was cut and has grown again is not
 *     taken for the old one
 */
record ReadFile(String key, String tag, long offset, long checksum) {
  private static final int CHECKED_BYTES = 64;

  /** No checksum is negative. */
  private static final long NONE = -1;

  /** The key of the file that has a name. */
  static String keyOf(Path path) throws IOException {
    String key = String.valueOf(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    return key.replaceAll("[^\\p{Graph}]", "");
  }

  /** As it is now: read up to an offset. */
  ReadFile at(FileChannel channel, long newOffset) throws IOException {
    return new ReadFile(key, tag, newOffset, checksum(channel, newOffset));
  }

  /** Read up to an offset of what the file does not hold any more. */
  ReadFile gone(long newOffset) {
    return new ReadFile(key, tag, newOffset, NONE);
  }

  /** Whether the file still has what was read of it. */
  boolean agrees(FileChannel channel) throws IOException {
    return channel.size() >= offset && checksum(channel, offset) == checksum;
  }

  private static long checksum(FileChannel channel, long offset) throws IOException {
    ByteBuffer before = ByteBuffer.allocate((int) Math.min(CHECKED_BYTES, offset));
    long from = offset - before.capacity();
    while (before.hasRemaining() && channel.read(before, from + before.position()) >= 0) {
      // Until all is there, or the file has become shorter.
    }
    CRC32C crc = new CRC32C();
    crc.update(before.array(), 0, before.position());
    return crc.getValue();
  }
}
