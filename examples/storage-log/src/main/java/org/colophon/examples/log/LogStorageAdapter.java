// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;

/**
 * Stores records in a text file, one on each line.
 *
 * <p>A batch is written with one call and ends with a line {@code commit LSN}. {@link #open} cuts
 * off everything after the last such line, which a crash can leave. So a batch is held wholly or
 * not at all. The held LSN is in the same file as the data and always agrees with it.
 */
final class LogStorageAdapter implements StorageAdapter {
  static final String HEAD = "colophon-log 1\n";
  private static final byte[] COMMIT = "commit ".getBytes(StandardCharsets.US_ASCII);

  private final Path directory;
  private final RecordLines lines = new RecordLines();
  private FileChannel channel;
  private long appendedLsn;
  private volatile long heldLsn;

  LogStorageAdapter(Path directory) {
    this.directory = directory;
  }

  @Override
  public void open() {
    Path file = directory.resolve("records.log");
    try {
      if (!Files.isDirectory(directory)) {
        var ownerOnly = PosixFilePermissions.fromString("rwx------");
        Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(ownerOnly));
      }
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      recover(file);
      appendedLsn = heldLsn;
    } catch (IOException e) {
      throw failed("open", e);
    }
  }

  private void recover(Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    if (content.length == 0) {
      write(HEAD);
    } else if (!new String(content, StandardCharsets.UTF_8).startsWith(HEAD)) {
      throw ErrorCode.STORE_FOREIGN.exception(
          file + " was not written by this version of the log adapter");
    } else {
      int end = HEAD.length();
      for (int line = end, next; (next = indexAfterLine(content, line)) > 0; line = next) {
        if (isCommit(content, line)) {
          heldLsn = lsnAt(content, line + COMMIT.length, next - 1);
          end = next;
        }
      }
      channel.truncate(end).position(end);
    }
    channel.force(true);
  }

  /** Returns the start of the line after the one at an index; 0 if that line has no end. */
  private static int indexAfterLine(byte[] content, int from) {
    int index = from;
    while (index < content.length && content[index] != '\n') {
      index++;
    }
    return index < content.length ? index + 1 : 0;
  }

  private static boolean isCommit(byte[] content, int at) {
    int end = Math.min(content.length, at + COMMIT.length);
    return Arrays.equals(content, at, end, COMMIT, 0, COMMIT.length);
  }

  private static long lsnAt(byte[] content, int from, int to) {
    return Long.parseLong(new String(content, from, to - from, StandardCharsets.US_ASCII));
  }

  @Override
  public long heldLsn() {
    return heldLsn;
  }

  @Override
  public void append(RecordBatch batch) {
    StringBuilder text = new StringBuilder();
    while (batch.next()) {
      lines.append(text, batch);
    }
    text.append("commit ").append(batch.lastLsn()).append('\n');
    try {
      write(text.toString());
    } catch (IOException e) {
      // Part of the batch may be in the file, so the same call must not be made again.
      throw failed("append to", e);
    }
    appendedLsn = batch.lastLsn();
  }

  private void write(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void flush() {
    // No reader exists, so records need not become visible.
  }

  @Override
  public long sync() {
    try {
      channel.force(false);
    } catch (IOException e) {
      throw failed("sync", e);
    }
    heldLsn = appendedLsn;
    return heldLsn;
  }

  @Override
  public LineageReader reader() {
    throw onlyWrites();
  }

  static ColophonException onlyWrites() {
    return ErrorCode.BAD_REQUEST.exception(
        "the log adapter only writes; ask an adapter that can be read");
  }

  @Override
  public void close() {
    if (channel == null) {
      return;
    }
    try (FileChannel closing = channel) {
      closing.force(false);
    } catch (IOException e) {
      throw failed("close", e);
    }
  }

  private ColophonException failed(String what, IOException cause) {
    return ErrorCode.IO_FAILED.exception(
        "cannot " + what + " the log in " + directory + ": " + cause, cause);
  }
}
