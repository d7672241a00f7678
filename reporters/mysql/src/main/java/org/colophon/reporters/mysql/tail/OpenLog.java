package org.colophon.reporters.mysql.tail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.mysql.log.LogParser;

/**
 * One file of a log, open for reading, and what was read of it and is no whole line yet. Memory is
 * bounded: of a longer line, parts are handed on. Belongs to one thread.
 */
final class OpenLog implements AutoCloseable {
  private static final int FIRST_SIZE = 1 << 18;
  private static final int LONGEST_LINE = 1 << 22;
  private static final int CHECKED_BYTES = 64;

  private final FileChannel channel;
  private final FileKey key;
  private final FileTime changed;
  private final LogParser parser;
  private byte[] buffer = new byte[FIRST_SIZE];
  private int filled;
  private long base;

  /** Whether nothing more was there when it was last read. */
  private boolean hasReadAll;

  /** Where the file ended when it was last looked at, until more is read. */
  private FileMark atEnd;

  private OpenLog(FileChannel channel, FileKey key, FileTime changed, LogParser parser) {
    this.channel = channel;
    this.key = key;
    this.changed = changed;
    this.parser = parser;
  }

  /** Opens what has the name now, null if nothing has. */
  static OpenLog open(Path path, FileOpener opener, LogParser parser) throws IOException {
    while (true) {
      FileKey before = FileKey.of(path);
      if (before == null) {
        return null;
      }
      FileChannel channel = openUnlessGone(path, opener);
      if (channel == null) {
        return null;
      }
      FileTime changed = FileKey.changed(path);
      if (before.equals(FileKey.of(path))) {
        return new OpenLog(channel, before, changed, parser);
      }
      channel.close();
    }
  }

  /** Between the moves of a rotation nothing has the name; whoever asks will ask again. */
  private static FileChannel openUnlessGone(Path path, FileOpener opener) throws IOException {
    try {
      return opener.open(path);
    } catch (NoSuchFileException e) {
      // Renamed since it was looked for.
      return null;
    }
  }

  FileKey key() {
    return key;
  }

  /** When the file was changed last before it was opened. */
  FileTime changed() {
    return changed;
  }

  /** Begins to read at a place. */
  void start(long offset) throws IOException {
    channel.position(offset);
    atEnd = null;
    filled = 0;
    base = offset;
    parser.start(offset);
  }

  /** Whether the file is at least as long as a mark says, and has the same bytes before it. */
  boolean agrees(FileMark mark) throws IOException {
    return channel.size() >= mark.offset() && checksum(mark.offset()) == mark.checksum();
  }

  /** Whether the file has become shorter than what was read of it. */
  boolean isCut() throws IOException {
    return channel.size() < base + filled || (atEnd != null && !agrees(atEnd));
  }

  /** A mark; by the bytes that were read, if they are still at hand, else by the file. */
  FileMark mark(long offset) throws IOException {
    int length = checkedBytes(offset);
    long from = offset - length - base;
    if (from < 0 || from + length > filled) {
      return new FileMark(key, offset, checksum(offset));
    }
    CRC32C crc = new CRC32C();
    crc.update(buffer, (int) from, length);
    return new FileMark(key, offset, (int) crc.getValue());
  }

  private static int checkedBytes(long offset) {
    return (int) Math.min(CHECKED_BYTES, offset);
  }

  /** Of what stands in the file now. */
  private int checksum(long offset) throws IOException {
    int length = checkedBytes(offset);
    ByteBuffer before = ByteBuffer.allocate(length);
    while (before.hasRemaining()
        && channel.read(before, offset - length + before.position()) >= 0) {
      // Until all is there, or the file has become shorter.
    }
    CRC32C crc = new CRC32C();
    crc.update(before.array(), 0, before.position());
    return (int) crc.getValue();
  }

  /** Reads once and hands whole lines on; whether there was anything. */
  boolean read() throws IOException {
    if (atEnd != null && isCut()) {
      return false;
    }
    if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int room = buffer.length - filled;
    int count = channel.read(ByteBuffer.wrap(buffer, filled, room));
    hasReadAll = count < room;
    if (count <= 0) {
      atEnd = atEnd == null ? mark(base + filled) : atEnd;
      return false;
    }
    atEnd = null;
    int end = lastLineFeed(filled, filled + count) + 1;
    filled += count;
    if (end > 0) {
      parser.take(buffer, 0, end, base);
      drop(end);
    } else if (filled >= LONGEST_LINE) {
      parser.takePart(buffer, 0, filled, base);
      drop(filled);
    }
    follow();
    return true;
  }

  /** How many bytes are there that were not read yet. */
  long bytesAhead() throws IOException {
    return channel.size() - base - filled;
  }

  /** Whether the last {@link #read} took all that was there. */
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

  /** Goes where the parser wants to go on; whether it wanted. */
  boolean follow() throws IOException {
    long to = parser.rewindTo();
    if (to == LogParser.NOWHERE) {
      return false;
    }
    start(to);
    return true;
  }

  /** Whether a line has begun and not ended. */
  boolean isMidLine() {
    return filled > 0;
  }

  /** Where the line that has begun is. */
  long lineOffset() {
    return base;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
