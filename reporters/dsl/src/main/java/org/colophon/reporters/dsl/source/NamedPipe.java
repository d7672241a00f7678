// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.source;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.common.follow.LineCutter;
import org.colophon.reporters.common.follow.LineHandler;
import org.colophon.reporters.common.follow.PollBackoff;
import org.jspecify.annotations.Nullable;

/**
 * A named pipe for any number of writers, created with mode 0600 if absent. Ends when {@link #stop}
 * is called. The pipe is not deleted, so that writers wait for the next reader.
 *
 * <p>Opening a pipe for reading blocks until a writer opens it. So the pipe is opened for reading
 * and writing, then for reading only, and the first descriptor is closed. Writers then never wait
 * for a reader. A read waits for data, or returns the end of file if the pipe has no writer.
 */
public final class NamedPipe implements LineSource {
  private static final int MKFIFO_FAILED = 1;

  private final Path pipe;
  private final PollBackoff backoff = new PollBackoff();
  private volatile @Nullable FileChannel open;

  public NamedPipe(Path pipe) {
    this.pipe = pipe;
  }

  @Override
  public String place() {
    return pipe.toString();
  }

  @Override
  public void feed(LineHandler lines, FileOpener files) {
    if (!Files.exists(pipe, LinkOption.NOFOLLOW_LINKS)) {
      make();
    }
    rejectOthers();
    try (FileChannel reading = open(files)) {
      open = reading;
      read(reading, lines);
    } catch (ClosedChannelException e) {
      // Stopped while waiting for a writer.
    } catch (IOException e) {
      throw ReadFailures.reading(place(), e);
    }
  }

  private FileChannel open(FileOpener files) throws IOException {
    FileChannel both = files.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      return files.open(pipe);
    } finally {
      both.close();
    }
  }

  private void read(FileChannel reading, LineHandler lines) throws IOException {
    LineCutter cutter = new LineCutter(lines);
    while (!backoff.isStopped()) {
      if (cutter.readFrom(reading::read) > 0) {
        backoff.reset();
        lines.pause();
      } else {
        cutter.endWithError("cut off: the writer closed the pipe before the line ended");
        backoff.await();
      }
    }
  }

  private void rejectOthers() {
    try {
      BasicFileAttributes is = Files.readAttributes(pipe, BasicFileAttributes.class);
      if (!is.isOther()) {
        throw ErrorCode.BAD_REQUEST.exception(
            pipe + " exists and is not a named pipe; give another path, or from=" + pipe);
      }
    } catch (IOException e) {
      throw ReadFailures.reading(place(), e);
    }
  }

  private void make() {
    int status = MKFIFO_FAILED;
    try {
      Process mkfifo =
          new ProcessBuilder("mkfifo", "-m", "600", "--", pipe.toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      status = mkfifo.waitFor();
    } catch (IOException e) {
      throw ErrorCode.TOOL_MISSING.exception(
          "cannot make the pipe " + pipe + ": mkfifo is missing; install coreutils", e);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("making " + pipe, e);
    }
    if (status != 0 && !Files.exists(pipe)) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot make the pipe " + pipe + ": its directory must exist and be writable");
    }
  }

  @Override
  public void stop() {
    backoff.stop();
    StoppableFile.closeQuietly(open);
  }
}
