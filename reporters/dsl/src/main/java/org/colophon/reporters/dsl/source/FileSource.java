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
  private final StoppableFile stoppable;

  public FileSource(Path file) {
    this.file = file;
    this.stoppable = new StoppableFile(file);
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
    try (FileChannel channel = stoppable.open()) {
      if (channel != null) {
        read(channel, lines);
      }
    } catch (ClosedChannelException e) {
      // Stopped while it waited for bytes.
    } catch (IOException e) {
      throw Failures.reading(place(), e);
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
