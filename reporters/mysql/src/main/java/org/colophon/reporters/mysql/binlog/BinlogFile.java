// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.common.follow.FileKey;
import org.colophon.reporters.common.follow.FileMark;
import org.colophon.reporters.mysql.binlog.event.EventBytes;
import org.colophon.reporters.mysql.binlog.event.EventHeader;
import org.colophon.reporters.mysql.binlog.event.EventType;
import org.colophon.reporters.mysql.binlog.event.MalformedEventException;
import org.jspecify.annotations.Nullable;

/** One file of a binary log with random access. Returns only complete events. */
final class BinlogFile implements AutoCloseable {
  /** Offset of the first event. */
  static final int START = 4;

  private static final byte[] MAGIC = {(byte) 0xfe, 'b', 'i', 'n'};
  private static final byte[] ENCRYPTED = {(byte) 0xfd, 'b', 'i', 'n'};
  private static final int CHECKED_BYTES = 64;
  private static final int WINDOW = 1 << 16;
  private static final int CHECKSUM_BYTES = 4;
  private static final int FLAGS_AT = 17;
  private static final int IN_USE = 1;

  private final Path path;
  private final FileChannel channel;
  private final FileKey key;
  private final byte[] window = new byte[WINDOW];
  private long windowAt;
  private int windowLength;
  private boolean hasChecksums;

  private BinlogFile(Path path, FileChannel channel, FileKey key) {
    this.path = path;
    this.channel = channel;
    this.key = key;
  }

  static BinlogFile open(Path path, FileOpener opener) throws IOException {
    FileChannel channel = opener.open(path);
    try {
      FileKey key = FileKey.of(path);
      if (key == null) {
        throw new NoSuchFileException(path.toString());
      }
      return new BinlogFile(path, channel, key);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Returns whether a file belongs to a binary log. Rejects an encrypted file. */
  static boolean isOne(Path path, FileOpener opener) throws IOException {
    try (FileChannel channel = opener.open(path)) {
      ByteBuffer head = ByteBuffer.allocate(MAGIC.length);
      while (head.hasRemaining() && channel.read(head) >= 0) {
        // Reads until the buffer is full or the file ends.
      }
      if (Arrays.equals(head.array(), ENCRYPTED)) {
        throw encrypted(path);
      }
      return Arrays.equals(head.array(), MAGIC);
    }
  }

  static ColophonException encrypted(Path path) {
    return ErrorCode.BAD_INPUT.exception(
        path
            + " is encrypted, and Colophon reads binary logs as files, without the server's keys; "
            + "switch binlog_encryption (MySQL) or encrypt_binlog (MariaDB) off, or attach the "
            + "general query log or server_audit");
  }

  Path path() {
    return path;
  }

  String name() {
    return path.getFileName().toString();
  }

  FileKey key() {
    return key;
  }

  long size() throws IOException {
    return channel.size();
  }

  void setChecksums(boolean has) {
    hasChecksums = has;
  }

  // --- marks ---

  FileMark mark(long offset) throws IOException {
    byte[] before =
        read(Math.max(0, offset - CHECKED_BYTES), (int) Math.min(CHECKED_BYTES, offset));
    // The server clears a flag in the first event when it closes the file. So the checksum ignores
    // the flag.
    int flagsAt = START + FLAGS_AT - (int) Math.max(0, offset - CHECKED_BYTES);
    if (offset <= CHECKED_BYTES + START + FLAGS_AT && flagsAt >= 0 && flagsAt < before.length) {
      before[flagsAt] = 0;
    }
    CRC32C crc = new CRC32C();
    crc.update(before);
    return new FileMark(key, offset, (int) crc.getValue());
  }

  boolean agrees(long offset, int checksum) throws IOException {
    return channel.size() >= offset && mark(offset).checksum() == checksum;
  }

  // --- events ---

  /**
   * Returns the header of the event at an offset; null if it is not written yet.
   *
   * @throws MalformedEventException if no event can begin there
   */
  @Nullable EventHeader head(long offset) throws IOException, MalformedEventException {
    if (!fill(offset, EventHeader.BYTES)) {
      return null;
    }
    int from = (int) (offset - windowAt);
    EventBytes in = new EventBytes(window, from, from + EventHeader.BYTES);
    long seconds = in.number(4);
    int type = in.u8();
    long server = in.number(4);
    long size = in.number(4);
    if (size < EventHeader.BYTES) {
      throw new MalformedEventException("no event has " + size + " bytes");
    }
    return new EventHeader(offset, seconds, type, server, size);
  }

  boolean isWhole(EventHeader head) throws IOException {
    return channel.size() >= head.end();
  }

  /** Verifies the checksum of a complete event. Returns the event's body without it. */
  EventBytes body(EventHeader head) throws IOException, MalformedEventException {
    if (head.size() > Integer.MAX_VALUE - 16) {
      throw new MalformedEventException("no event has " + head.size() + " bytes");
    }
    byte[] all = read(head.offset(), (int) head.size());
    if (all.length < head.size()) {
      throw new MalformedEventException("the file became shorter while it was read");
    }
    boolean isFormat = head.type() == EventType.FORMAT_DESCRIPTION;
    if (!hasChecksums || isFormat) {
      return new EventBytes(all, EventHeader.BYTES, all.length);
    }
    int end = all.length - CHECKSUM_BYTES;
    if (end < EventHeader.BYTES) {
      throw new MalformedEventException("it is too short for its checksum");
    }
    EventBytes.requireChecksum(all, end);
    return new EventBytes(all, EventHeader.BYTES, end);
  }

  /**
   * Returns the first event with its header. Clears the flag that marks an open file, because the
   * checksum was computed without this flag.
   */
  byte[] format(EventHeader head) throws IOException, MalformedEventException {
    if (head.size() > WINDOW) {
      throw new MalformedEventException("the first event has " + head.size() + " bytes");
    }
    byte[] all = read(head.offset(), (int) head.size());
    all[FLAGS_AT] &= ~IN_USE;
    return all;
  }

  private boolean fill(long offset, int count) throws IOException {
    boolean isThere = offset >= windowAt && offset + count <= windowAt + windowLength;
    if (!isThere) {
      ByteBuffer into = ByteBuffer.wrap(window);
      windowAt = offset;
      windowLength = fill(into, offset);
    }
    return offset + count <= windowAt + windowLength;
  }

  private int fill(ByteBuffer into, long offset) throws IOException {
    while (into.hasRemaining() && channel.read(into, offset + into.position()) > 0) {
      // Reads until the buffer is full or the file ends.
    }
    return into.position();
  }

  private byte[] read(long offset, int count) throws IOException {
    byte[] bytes = new byte[(int) Math.min(count, Math.max(0, channel.size() - offset))];
    int length = fill(ByteBuffer.wrap(bytes), offset);
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
