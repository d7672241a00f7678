// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.log;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.colophon.core.files.PrivateFiles;
import org.colophon.history.certified.merkle.TileName;

/**
 * File with the newest entries of a log, so that one sync makes them durable instead of one sync
 * for each tile. Tiles are forced later, when the system has probably written them already. One
 * thread.
 *
 * <pre>
 *   0  u32  magic "CPHU", little endian like all numbers
 *   4  u32  version, 1
 *   8  u64  index of the first entry, a multiple of 256
 *  16       the entries, 112 bytes each
 * </pre>
 */
final class UnforcedEntries implements Closeable {
  private static final int MAGIC = 0x55485043; // "CPHU" read little endian
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 16;

  private final FileChannel channel;
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

  /** Content of a file. */
  record Content(long first, List<byte[]> entries) {
    /** Returns the number of entries of the log up to the end of the file. */
    long end() {
      return first + entries.size();
    }
  }

  private UnforcedEntries(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Reads a file. An incomplete last entry is left out.
   *
   * @return empty if not found
   */
  static Optional<Content> read(Path file) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw LogReader.failed(file, e);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length < HEADER_BYTES || in.getInt(0) != MAGIC || in.getInt(4) != VERSION) {
      throw LogReader.damaged(file, "its header is malformed");
    }
    long first = in.getLong(8);
    if (first < 0 || first % TileName.FULL != 0) {
      throw LogReader.damaged(file, "its header is malformed");
    }
    List<byte[]> entries = new ArrayList<>();
    for (int at = HEADER_BYTES; at + FrameEntry.BYTES <= bytes.length; at += FrameEntry.BYTES) {
      entries.add(Arrays.copyOfRange(bytes, at, at + FrameEntry.BYTES));
    }
    return Optional.of(new Content(first, entries));
  }

  /** Replaces the file, and opens it for more entries. */
  static UnforcedEntries begin(Path file, Content content) throws IOException {
    ByteBuffer out =
        ByteBuffer.allocate(HEADER_BYTES + content.entries().size() * FrameEntry.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(MAGIC)
            .putInt(VERSION)
            .putLong(content.first());
    content.entries().forEach(out::put);
    PrivateFiles.write(file, out.array());
    return new UnforcedEntries(
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
  }

  void append(byte[] entry) {
    pending.write(entry, 0, entry.length);
  }

  /** Makes all entries durable. */
  void force() throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(pending.toByteArray());
    while (rest.hasRemaining()) {
      channel.write(rest);
    }
    pending.reset();
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
