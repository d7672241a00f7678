// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.BooleanSupplier;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.reporters.common.follow.LineCutter;
import org.colophon.reporters.common.follow.PollBackoff;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.replay.LiveHostProbe;
import org.colophon.reporters.replay.Replay;
import org.colophon.reporters.replay.ReplayTracer;

/** Reads the output of strace. strace writes a line before the traced process continues. */
final class TraceFollower extends ReplayTracer {
  private static final long MIN_WAIT_NANOS = 200_000;
  private static final long MAX_WAIT_NANOS = 4_000_000;

  private final TraceFile file;
  private final boolean takesStrangers;
  private final FileChannel input;
  private final LineCutter lines;

  /** The argument by which the strace process that writes the file is found. */
  private final Bytes output;

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
    super(replay, flush, neighbours, "the output of strace");
    this.file = file;
    this.takesStrangers = takesStrangers;
    this.input = files.open(file.path());
    this.lines = new LineCutter(replay, Replay.MAX_LINE_BYTES);
    this.output = Bytes.of(file.path().toString());
    join();
  }

  @Override
  protected int replayNext() throws IOException {
    replay.setTime(LiveHostProbe.wallClockNanos());
    int count = lines.readFrom(input::read);
    if (count > 0) {
      file.consumed(count);
    }
    return count;
  }

  @Override
  protected void replayAll() throws IOException {
    int count = replayNext();
    while (count > 0) {
      count = replayNext();
    }
  }

  void end() {
    locked(() -> lines.endWithError(Replay.TORN));
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
  public void close() throws IOException {
    super.close();
    input.close();
  }
}
