package org.colophon.reporters.dsl.source;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * A regular file that is followed while it grows, as {@code tail -F} does: if it becomes shorter it
 * is read anew, and if another file takes its name that one is read next. Ends by {@link #stop}.
 */
public final class GrowingFile implements LineSource {
  private final Path file;
  private final Patience patience = new Patience();

  public GrowingFile(Path file) {
    this.file = file;
  }

  @Override
  public String place() {
    return file.toString();
  }

  @Override
  public void feed(LineHandler lines) {
    try {
      refusePipe();
      while (!patience.isStopped()) {
        follow(lines);
      }
    } catch (IOException e) {
      throw Failures.reading(place(), e);
    }
  }

  /** To open one could wait for ever, and there is nothing in it to go back to. */
  private void refusePipe() throws IOException {
    if (Files.readAttributes(file, BasicFileAttributes.class).isOther()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          file + " is no regular file, so it cannot be followed; give pipe=" + file);
    }
  }

  /** Reads the file that has the name now, until that is no longer so. */
  private void follow(LineHandler lines) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      LineCutter cutter = new LineCutter(lines);
      boolean isCurrent = true;
      while (isCurrent && !patience.isStopped()) {
        boolean wasRead = readAll(channel, cutter, lines);
        isCurrent = wasRead || isCurrent(channel, key);
        if (!wasRead && isCurrent) {
          patience.await();
        }
      }
      cutter.tear();
    }
    if (!patience.isStopped()) {
      lines.restarted();
      awaitFile();
    }
  }

  private boolean readAll(FileChannel channel, LineCutter cutter, LineHandler lines)
      throws IOException {
    boolean wasRead = false;
    while (!patience.isStopped() && cutter.readFrom(channel::read) > 0) {
      lines.pause();
      patience.reward();
      wasRead = true;
    }
    return wasRead;
  }

  private boolean isCurrent(FileChannel channel, Object key) throws IOException {
    try {
      Object now = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return Objects.equals(now, key) && channel.size() >= channel.position();
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Between the moves of a rotation there may be no file for a moment. */
  private void awaitFile() {
    while (!Files.exists(file) && !patience.isStopped()) {
      patience.await();
    }
  }

  @Override
  public void stop() {
    patience.stop();
  }
}
