package org.colophon.reporters.dsl.source;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** A file, or whatever else ends by itself, such as a shell's {@code <(command)}. */
public final class FileSource implements LineSource {
  private final Path file;
  private volatile boolean isStopped;
  private volatile FileChannel open;

  public FileSource(Path file) {
    this.file = file;
  }

  @Override
  public String place() {
    return file.toString();
  }

  @Override
  public void feed(LineHandler lines) {
    if (Files.isDirectory(file)) {
      throw new ColophonException(ErrorCode.BAD_REQUEST, file + " is a folder, not a feed");
    }
    try (FileChannel channel = FileChannel.open(file)) {
      open = channel;
      LineCutter cutter = new LineCutter(lines);
      while (!isStopped && cutter.readFrom(channel::read) >= 0) {
        lines.pause();
      }
      if (!isStopped) {
        cutter.end();
      }
    } catch (ClosedChannelException e) {
      // Stopped while it waited for bytes.
    } catch (IOException e) {
      throw Failures.reading(place(), e);
    }
  }

  @Override
  public void stop() {
    isStopped = true;
    Closing.quietly(open);
  }
}
