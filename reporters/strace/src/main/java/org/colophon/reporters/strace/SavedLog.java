package org.colophon.reporters.strace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.PathBytes;
import org.colophon.core.spi.reporter.Neighbours;
import org.colophon.reporters.strace.replay.Replay;
import org.colophon.reporters.strace.replay.Surroundings;

/** Saved output, from a file or from standard input. */
final class SavedLog implements Source {
  private final String from;
  private final Bytes directory;
  private volatile boolean isStopped;

  SavedLog(String from, Path directory) {
    this.from = from;
    this.directory = PathBytes.of(directory.toAbsolutePath().normalize());
  }

  @Override
  public String place() {
    return from.equals("-") ? "stdin" : from;
  }

  @Override
  public Bytes directory() {
    return directory;
  }

  @Override
  public boolean isCommand() {
    return false;
  }

  @Override
  public Surroundings surroundings(Neighbours neighbours) {
    return Surroundings.none();
  }

  @Override
  public void feed(Replay replay, Runnable flush, Neighbours neighbours) {
    // Standard input is the caller's to close.
    if (from.equals("-")) {
      feed(replay, System.in);
      return;
    }
    try (InputStream input = Files.newInputStream(Path.of(from))) {
      feed(replay, input);
    } catch (NoSuchFileException e) {
      throw new ColophonException(ErrorCode.NOT_FOUND, "there is no strace output at " + from, e);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void feed(Replay replay, InputStream input) {
    LineFeeder feeder = new LineFeeder(replay);
    try {
      int count = 0;
      while (count >= 0 && !isStopped) {
        count = feeder.feedFrom(input::read);
      }
    } catch (IOException e) {
      throw failed(e);
    }
    feeder.end();
  }

  private ColophonException failed(IOException e) {
    return new ColophonException(
        ErrorCode.IO_FAILED, "cannot read strace output from " + place() + ": " + e, e);
  }

  @Override
  public void stop() {
    isStopped = true;
  }

  @Override
  public int exitStatus() {
    return 0;
  }
}
