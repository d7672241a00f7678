// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.replay.command.SignalForwarder;

/**
 * Stops strace, and with it the traced programs, while the reader's backlog is too large. Runs on
 * its own thread, because the reader's thread may be blocked.
 */
final class BacklogLimiter implements AutoCloseable {
  private static final long LOOK_NANOS = 50_000_000;

  private final TraceFile file;
  private final LongSupplier strace;
  private final Thread thread;
  private volatile boolean isClosed;

  private BacklogLimiter(TraceFile file, LongSupplier strace) {
    this.file = file;
    this.strace = strace;
    this.thread = new Thread(this::watch, "colophon-strace-backlog");
    thread.setDaemon(true);
  }

  /**
   * Starts a thread that watches the backlog until closed.
   *
   * @param strace the pid of strace; 0 while unknown
   */
  static BacklogLimiter watch(TraceFile file, LongSupplier strace) {
    BacklogLimiter backlog = new BacklogLimiter(file, strace);
    backlog.thread.start();
    return backlog;
  }

  private void watch() {
    Process guard = null;
    while (!isClosed) {
      long bytes = bytes();
      if (guard == null && bytes > file.limits().maxBacklogBytes() && strace.getAsLong() != 0) {
        guard = hold(strace.getAsLong());
      } else if (guard != null && bytes <= file.limits().resumeBytes()) {
        release(guard);
        guard = null;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    if (guard != null) {
      release(guard);
    }
  }

  /**
   * Stops strace.
   *
   * @return a guard process, which resumes strace if this process dies
   */
  static Process hold(long pid) {
    try {
      Process guard =
          new ProcessBuilder("sh", "-c", "read line; kill -CONT $0", Long.toString(pid)).start();
      SignalForwarder.send("STOP", pid);
      return guard;
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot start the guard of strace: " + e.getMessage(), e);
    }
  }

  private void release(Process guard) {
    SignalForwarder.send("CONT", strace.getAsLong());
    guard.destroy();
  }

  private long bytes() {
    try {
      return file.backlog();
    } catch (IOException e) {
      // The trace has ended and its file was deleted.
      return 0;
    }
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(thread);
  }
}
