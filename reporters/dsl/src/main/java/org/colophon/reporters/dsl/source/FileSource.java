package org.colophon.reporters.dsl.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.FileOpener;

/** A file, or whatever else ends by itself, such as a shell's {@code <(command)}. */
public final class FileSource implements LineSource {
  /** So much of a file is looked at. */
  private static final int HEAD_BYTES = 1 << 16;

  /** Is shown how a file begins, before any line of it is taken. */
  public interface Head {
    /**
     * Throws if it is nothing to be read.
     *
     * @param isWhole whether that is all of the file
     */
    void look(byte[] bytes, boolean isWhole);
  }

  private final Path file;
  private final Head head;
  private final StoppableFile stoppable;

  /**
   * Reads nothing yet.
   *
   * @param head is asked about regular files: of others the first bytes may be long in coming
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
  public void feed(LineHandler lines, FileOpener files) {
    if (Files.isDirectory(file)) {
      throw new ColophonException(ErrorCode.BAD_REQUEST, file + " is a folder, not a feed");
    }
    try (FileChannel channel = stoppable.open(files)) {
      if (channel != null) {
        if (Files.isRegularFile(file)) {
          look(channel);
        }
        read(channel, lines);
      }
    } catch (ClosedChannelException e) {
      // Stopped while it waited for bytes.
    } catch (IOException e) {
      throw Failures.reading(place(), e);
    }
  }

  private void look(FileChannel channel) throws IOException {
    ByteBuffer first = ByteBuffer.allocate(HEAD_BYTES);
    int count = 0;
    while (first.hasRemaining() && count >= 0) {
      count = channel.read(first, first.position());
    }
    head.look(Arrays.copyOf(first.array(), first.position()), first.hasRemaining());
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
