package org.colophon.reporters.strace;

import org.colophon.reporters.replay.LiveHostProbe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.ProcessTracer;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.reporters.common.follow.LineCutter;
import org.colophon.reporters.common.follow.PollBackoff;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.replay.Replay;

/**
 * Reads the output of strace on the reporter's thread, and on a mirror's thread before the mirror
 * reports an event. strace writes a line before the traced process continues, so the file then
 * contains all earlier events of the process. A lock admits one thread at a time.
 */
final class TraceFollower implements ProcessTracer, AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;
  private static final long MIN_WAIT_NANOS = 200_000;
  private static final long MAX_WAIT_NANOS = 4_000_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Replay replay;
  private final TraceFile file;
  private final Runnable flush;
  private final ReporterCoordination neighbours;
  private final boolean takesStrangers;
  private final FileChannel input;
  private final LineCutter lines;

  /** The argument by which the strace process that writes the file is found. */
  private final Bytes output;

  private boolean isClosed;

  /**
   * Registers as a tracer with other reporters until closed.
   *
   * @param flush publishes the replayed operations
   * @param takesStrangers whether strace attaches to running processes
   */
  TraceFollower(
      Replay replay,
      TraceFile file,
      FileOpener files,
      Runnable flush,
      ReporterCoordination neighbours,
      boolean takesStrangers)
      throws IOException {
    this.replay = replay;
    this.file = file;
    this.flush = flush;
    this.neighbours = neighbours;
    this.takesStrangers = takesStrangers;
    this.input = files.open(file.path());
    this.lines = new LineCutter(replay, Replay.MAX_LINE_BYTES);
    this.output = Bytes.of(file.path().toString());
    neighbours.join(this);
  }

  /** Reads and replays once. Returns the number of bytes, 0 or less if there are none. */
  int take() throws IOException {
    lock.lock();
    try {
      replay.setTime(LiveHostProbe.wallClockNanos());
      int count = lines.readFrom(input::read);
      if (count > 0) {
        file.consumed(count);
      }
      return count;
    } finally {
      lock.unlock();
    }
  }

  void publish() {
    lock.lock();
    try {
      flush.run();
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      lines.tear(Replay.TORN);
    } finally {
      lock.unlock();
    }
  }

  /** Reads once without replaying. Returns the number of bytes, 0 or less if there are none. */
  int discard(ByteBuffer buffer) throws IOException {
    int count = input.read(buffer.clear());
    if (count > 0) {
      file.consumed(count);
    }
    return count;
  }

  /** Reads from the output once. Returns the number of bytes, 0 or less if there are none. */
  interface Step {
    int take() throws IOException;
  }

  /**
   * Polls until the writer has ended and its whole output is read.
   *
   * @param hasEnded returns whether the writer has ended; called when there is nothing to read
   */
  static void poll(BooleanSupplier hasEnded, Step step, Runnable whenIdle) throws IOException {
    PollBackoff backoff = new PollBackoff(MIN_WAIT_NANOS, MAX_WAIT_NANOS);
    boolean isLast = false;
    while (true) {
      if (step.take() > 0) {
        backoff.reset();
      } else if (isLast) {
        return;
      } else {
        isLast = hasEnded.getAsBoolean();
        whenIdle.run();
        if (!isLast) {
          backoff.await();
        }
      }
    }
  }

  @Override
  public boolean traces(int task) {
    String tracer = ProcFiles.status(Integer.toString(task), "TracerPid");
    boolean isTraced = !tracer.isEmpty() && !tracer.equals("0");
    return isTraced && ProcFiles.arguments(tracer).contains(output);
  }

  @Override
  public boolean takesStrangers() {
    return takesStrangers;
  }

  @Override
  public void catchUp() {
    reportAll();
    lock.unlock();
  }

  @Override
  public long processOf(int task) {
    reportAll();
    try {
      if (isClosed) {
        return NOT_TRACED;
      }
      long process = replay.processOf(task);
      flush.run();
      return process;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void writes(int task) {
    reportAll();
    try {
      replay.writes(task);
      flush.run();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void opened(int task, long object) {
    replay.mirrorReports().opened(task, object);
  }

  @Override
  public void reported(int task) {
    replay.mirrorReports().reported(task);
  }

  /** Reads and publishes all available output. Does not release the lock. */
  private void reportAll() {
    acquire();
    boolean isDone = false;
    try {
      while (!isClosed && take() > 0) {
        // Read again.
      }
      if (!isClosed) {
        flush.run();
      }
      isDone = true;
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read the output of strace: " + e.getMessage(), e);
    } finally {
      if (!isDone) {
        lock.unlock();
      }
    }
  }

  /** Acquires the lock. Fails after a minute, because the holder may be waiting for this thread. */
  private void acquire() {
    try {
      if (lock.tryLock(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ErrorCode.INTERRUPTED.exception("interrupted while strace is read", e);
    }
    throw ErrorCode.IO_FAILED.exception(
        "the output of strace was not processed within %d s; is a mirrored directory reached by another"
                .formatted(TIMEOUT_SECONDS)
            + " path than its mount, such as a bind mount?");
  }

  /** Stops replaying, and unregisters from the coordination with other reporters. */
  void stopListening() {
    neighbours.leave(this);
    lock.lock();
    try {
      isClosed = true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    stopListening();
    input.close();
  }
}
