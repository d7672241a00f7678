package org.colophon.benchmarks.mysql;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Writes a recorded log again, to a new file, as steadily as a server under load would, and from
 * its beginning again whenever it is through. One thread.
 */
final class LogReplay implements AutoCloseable {
  private static final long STEP_NANOS = 1_000_000;

  private final RecordedLog log;
  private final FileChannel source;
  private final FileChannel target;
  private final MappedByteBuffer body;

  LogReplay(RecordedLog log, Path target) {
    this.log = log;
    try {
      this.source = FileChannel.open(log.file());
      this.body = source.map(FileChannel.MapMode.READ_ONLY, 0, log.bodyBytes());
      this.target =
          FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private ColophonException failed(IOException e) {
    return new ColophonException(
        ErrorCode.IO_FAILED, "cannot write " + log.file() + " again: " + e, e);
  }

  /** Writes for so long; returns how many statements that were. */
  double write(double statementsPerSecond, Duration length) {
    double bytesPerNano = statementsPerSecond * log.bytesPerStatement() / 1e9;
    long begin = System.nanoTime();
    long end = begin + length.toNanos();
    long written = 0;
    try {
      for (long now = begin; now < end; now = System.nanoTime()) {
        long due = (long) ((now - begin) * bytesPerNano);
        written += writeLines(due - written);
        LockSupport.parkNanos(STEP_NANOS);
      }
      written += writeLines((long) (length.toNanos() * bytesPerNano) - written);
    } catch (IOException e) {
      throw failed(e);
    }
    return written / log.bytesPerStatement();
  }

  /** Writes so many bytes and what the last line of them lacks. */
  private long writeLines(long count) throws IOException {
    long written = 0;
    while (written < count) {
      if (!body.hasRemaining()) {
        body.rewind();
      }
      int from = body.position();
      int to = (int) Math.min(body.capacity(), from + count - written);
      while (to < body.capacity() && body.get(to - 1) != '\n') {
        to++;
      }
      ByteBuffer part = body.duplicate().limit(to);
      while (part.hasRemaining()) {
        target.write(part);
      }
      body.position(to);
      written += to - from;
    }
    return written;
  }

  /** Writes the mark of the end. */
  void writeMark() {
    try {
      writeLines(body.remaining()); // what stands at the end of the load may not have ended
      long at = log.bodyBytes();
      long end = source.size();
      while (at < end) {
        at += source.transferTo(at, end - at, target);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void close() {
    try {
      source.close();
      target.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }
}
