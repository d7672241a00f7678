package org.colophon.reporters.mysql.binlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.common.follow.FileKey;
import org.colophon.reporters.common.follow.FileMark;

/** One file of a binary log, read at any place. Events are handed out whole or not at all. */
final class BinlogFile implements AutoCloseable {
  /** Where the first event is. */
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
      return new BinlogFile(path, channel, FileKey.of(path));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Whether it looks like a file of a binary log; refuses one that is encrypted. */
  static boolean isOne(Path path, FileOpener opener) throws IOException {
    try (FileChannel channel = opener.open(path)) {
      ByteBuffer head = ByteBuffer.allocate(MAGIC.length);
      while (head.hasRemaining() && channel.read(head) >= 0) {
        // Until all is there, or the file ends.
      }
      if (Arrays.equals(head.array(), ENCRYPTED)) {
        throw encrypted(path);
      }
      return Arrays.equals(head.array(), MAGIC);
    }
  }

  static ColophonException encrypted(Path path) {
    return new ColophonException(
        ErrorCode.BAD_INPUT,
        path
            + " is encrypted: a binary log is read as a file, without the server and its keys; "
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
    // A file in use says so in its first event, until it is closed.
    int flagsAt = START + FLAGS_AT - (int) Math.max(0, offset - CHECKED_BYTES);
    if (offset <= CHECKED_BYTES + START + FLAGS_AT && flagsAt >= 0 && flagsAt < before.length) {
      before[flagsAt] = 0;
    }
    CRC32C crc = new CRC32C();
    crc.update(before);
    return new FileMark(key, offset, (int) crc.getValue());
  }

  /** Whether the file has what a mark says stands before it. */
  boolean agrees(long offset, int checksum) throws IOException {
    return channel.size() >= offset && mark(offset).checksum() == checksum;
  }

  // --- events ---

  /**
   * The head of the event at a place, null if it is not there yet.
   *
   * @throws BadEventException if there is no event and never will be
   */
  EventHead head(long offset) throws IOException, BadEventException {
    if (!fill(offset, EventHead.BYTES)) {
      return null;
    }
    int from = (int) (offset - windowAt);
    EventBytes in = new EventBytes(window, from, from + EventHead.BYTES);
    long seconds = in.number(4);
    int type = in.u8();
    long server = in.number(4);
    long size = in.number(4);
    if (size < EventHead.BYTES) {
      throw new BadEventException("no event has " + size + " bytes");
    }
    return new EventHead(offset, seconds, type, server, size);
  }

  /** Whether all bytes of the event are there. */
  boolean isWhole(EventHead head) throws IOException {
    return channel.size() >= head.end();
  }

  /** What stands behind the head of a whole event, the checksum compared and left out. */
  EventBytes body(EventHead head) throws IOException, BadEventException {
    if (head.size() > Integer.MAX_VALUE - 16) {
      throw new BadEventException("no event has " + head.size() + " bytes");
    }
    byte[] all = read(head.offset(), (int) head.size());
    if (all.length < head.size()) {
      throw new BadEventException("the file became shorter while it was read");
    }
    boolean isFormat = head.type() == EventType.FORMAT_DESCRIPTION;
    if (!hasChecksums || isFormat) {
      return new EventBytes(all, EventHead.BYTES, all.length);
    }
    int end = all.length - CHECKSUM_BYTES;
    if (end < EventHead.BYTES) {
      throw new BadEventException("it is too short for its checksum");
    }
    check(all, end);
    return new EventBytes(all, EventHead.BYTES, end);
  }

  /** Compares the checksum that follows so many bytes. */
  static void check(byte[] all, int end) throws BadEventException {
    CRC32 crc = new CRC32();
    crc.update(all, 0, end);
    long said = new EventBytes(all, end, all.length).number(CHECKSUM_BYTES);
    if (crc.getValue() != said) {
      throw new BadEventException("its checksum is wrong");
    }
  }

  /** The first event with its head, its flag for a file in use unset, as its checksum wants it. */
  byte[] format(EventHead head) throws IOException, BadEventException {
    if (head.size() > WINDOW) {
      throw new BadEventException("the first event has " + head.size() + " bytes");
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
      // Until all is there, or the file ends.
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
