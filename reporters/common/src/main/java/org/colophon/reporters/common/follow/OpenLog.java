// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.follow;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import org.colophon.core.spi.reporter.FileOpener;
import org.jspecify.annotations.Nullable;

/**
 * An open file of a log, with a buffer for the incomplete last line. Passes a line that exceeds the
 * buffer to the parser in parts. One thread.
 */
final class OpenLog implements AutoCloseable {
  private static final int FIRST_SIZE = 1 << 18;
  private static final int MAX_LINE_BYTES = 1 << 22;

  private final FileChannel channel;
  private final FileKey key;
  private final FileTime changed;
  private final LogParser parser;
  private byte[] buffer = new byte[FIRST_SIZE];
  private int filled;
  private long base;

  /** Bytes before the read position, compared with the file to detect truncation. */
  private final byte[] last = new byte[FileMark.CHECKED_BYTES];

  private int lastLength;
  private boolean isTruncated;
  private boolean hasReadAll;

  OpenLog(FileChannel channel, FileKey key, FileTime changed, LogParser parser) {
    this.channel = channel;
    this.key = key;
    this.changed = changed;
    this.parser = parser;
  }

  static @Nullable OpenLog open(Path path, FileOpener opener, LogParser parser) throws IOException {
    while (true) {
      FileKey before = FileKey.of(path);
      FileChannel channel = before == null ? null : RotatedFiles.openIfPresent(path, opener);
      if (before == null || channel == null) {
        return null;
      }
      FileTime changed = RotatedFiles.changed(path);
      if (before.isAt(path)) {
        return new OpenLog(channel, before, changed, parser);
      }
      channel.close();
    }
  }

  FileKey key() {
    return key;
  }

  FileTime changed() {
    return changed;
  }

  void start(long offset) throws IOException {
    channel.position(offset);
    filled = 0;
    base = offset;
    isTruncated = false;
    ByteBuffer before = ByteBuffer.wrap(last, 0, FileMark.checkedBytes(offset));
    lastLength = readFully(before, offset - before.limit());
    parser.start(offset);
  }

  private int readFully(ByteBuffer target, long from) throws IOException {
    while (target.hasRemaining() && channel.read(target, from + target.position()) >= 0) {
      // continue unless the file has become shorter
    }
    return target.position();
  }

  boolean agrees(FileMark mark) throws IOException {
    return mark.agrees(channel);
  }

  /** Returns whether the file no longer has the bytes that were read. */
  boolean isTruncated() throws IOException {
    isTruncated = isTruncated || hasLost(base + filled);
    return isTruncated;
  }

  private boolean hasLost(long position) throws IOException {
    ByteBuffer now = ByteBuffer.allocate(lastLength);
    int length = readFully(now, position - lastLength);
    return channel.size() < position || !Arrays.equals(now.array(), 0, length, last, 0, lastLength);
  }

  /** Returns a mark of the last byte that was read, even if the file no longer has it. */
  FileMark lastRead() {
    return new FileMark(key, base + filled, FileMark.checksum(last, 0, lastLength));
  }

  /** Returns a mark, computed from the buffer where possible. */
  FileMark mark(long offset) throws IOException {
    int length = FileMark.checkedBytes(offset);
    long from = offset - length - base;
    return from < 0 || from + length > filled
        ? FileMark.of(key, channel, offset)
        : new FileMark(key, offset, FileMark.checksum(buffer, (int) from, length));
  }

  /**
   * Reads once and passes complete lines on. Returns false if there was nothing or the file was
   * truncated. Checks for truncation after the read, because the file may have grown again.
   */
  boolean read() throws IOException {
    if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int room = buffer.length - filled;
    int count = channel.read(ByteBuffer.wrap(buffer, filled, room));
    hasReadAll = count < room;
    isTruncated = isTruncated || hasLost(base + filled);
    if (count <= 0 || isTruncated) {
      return false;
    }
    keepLast(filled, count);
    int end = lastLineFeed(filled, filled + count) + 1;
    filled += count;
    if (end > 0) {
      parser.take(buffer, 0, end, base);
      drop(end);
    } else if (filled >= MAX_LINE_BYTES) {
      parser.takePart(buffer, 0, filled, base);
      drop(filled);
    }
    rewind();
    return true;
  }

  private void keepLast(int from, int count) {
    int added = Math.min(count, last.length);
    int kept = Math.min(lastLength, last.length - added);
    System.arraycopy(last, lastLength - kept, last, 0, kept);
    System.arraycopy(buffer, from + count - added, last, kept, added);
    lastLength = kept + added;
  }

  /** Returns the number of bytes not read yet. */
  long bytesAhead() throws IOException {
    return channel.size() - base - filled;
  }

  /** Returns whether the last {@link #read} reached the end. */
  boolean hasReadAll() {
    return hasReadAll;
  }

  private int lastLineFeed(int from, int to) {
    for (int i = to - 1; i >= from; i--) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private void drop(int count) {
    System.arraycopy(buffer, count, buffer, 0, filled - count);
    filled -= count;
    base += count;
  }

  /** Continues at the position that the parser requests; returns false if it requests none. */
  boolean rewind() throws IOException {
    long to = parser.rewindTo();
    if (to == LogParser.NOWHERE) {
      return false;
    }
    start(to);
    return true;
  }

  boolean isMidLine() {
    return filled > 0;
  }

  long lineOffset() {
    return base;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
