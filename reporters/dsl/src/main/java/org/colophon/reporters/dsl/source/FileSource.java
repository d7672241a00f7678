// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.common.follow.LineCutter;
import org.colophon.reporters.common.follow.LineHandler;
import org.jspecify.annotations.Nullable;

/** A file, or another source that has an end, such as a shell's {@code <(command)}. */
public final class FileSource implements LineSource {
  /** Number of bytes passed to the check of the head. */
  private static final int HEAD_BYTES = 1 << 16;

  /** Checks the head of a file before any line is read. */
  public interface Head {
    /**
     * Checks the beginning of a file; throws if it is not valid.
     *
     * @param isWhole true if it is the whole file
     */
    void check(byte[] bytes, boolean isWhole);
  }

  private final Path file;
  private final Head head;
  private final StoppableFile stoppable;
  private @Nullable ImportedFiles imported;

  /**
   * Creates a source.
   *
   * @param head checks regular files; other sources may deliver their first bytes late
   */
  public FileSource(Path file, Head head) {
    this.file = file;
    this.head = head;
    this.stoppable = new StoppableFile(file);
  }

  @Override
  public String place() {
    return file.toString();
  }

  @Override
  public void skip(ImportedFiles readBefore) {
    imported = readBefore;
  }

  @Override
  public void feed(LineHandler lines, FileOpener files) {
    if (Files.isDirectory(file)) {
      throw ErrorCode.BAD_REQUEST.exception(file + " is a directory; give a feed in it");
    }
    try (FileChannel channel = stoppable.open(files)) {
      if (channel != null) {
        if (Files.isRegularFile(file)) {
          checkHead(channel);
          readOnce(channel, lines);
        } else {
          read(channel, lines);
        }
      }
    } catch (ClosedChannelException e) {
      // Stopped while waiting for bytes.
    } catch (IOException e) {
      throw ReadFailures.reading(place(), e);
    }
  }

  private void checkHead(FileChannel channel) throws IOException {
    ByteBuffer first = ByteBuffer.allocate(HEAD_BYTES);
    int count = 0;
    while (first.hasRemaining() && count >= 0) {
      count = channel.read(first, first.position());
    }
    head.check(Arrays.copyOf(first.array(), first.position()), first.hasRemaining());
  }

  /** Reads a file, unless the same content was read before. */
  private void readOnce(FileChannel channel, LineHandler lines) throws IOException {
    if (imported == null) {
      read(channel, lines);
      return;
    }
    ImportedFiles.Content content = imported.content(channel);
    if (imported.contains(content.digest())) {
      return;
    }
    read(channel, lines);
    if (!stoppable.isStopped() && channel.position() == content.size()) {
      lines.pause();
      imported.add(content.digest());
    }
  }

  private void read(FileChannel channel, LineHandler lines) throws IOException {
    LineCutter cutter = new LineCutter(lines);
    while (!stoppable.isStopped() && cutter.readFrom(channel::read) >= 0) {
      lines.pause();
    }
    if (!stoppable.isStopped()) {
      cutter.end();
    }
  }

  @Override
  public void stop() {
    stoppable.stop();
  }
}
