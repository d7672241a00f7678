package org.colophon.reporters.strace;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Makes strace wait, and with it what it traces, when the reader has fallen so far behind that
 * memory would fill up: that is how a full pipeline holds back the traced processes. Has a thread
 * of its own, since the reader's may be the one that waits.
 */
final class Backlog implements AutoCloseable {
  private static final long LOOK_NANOS = 50_000_000;

  private final TraceFile file;
  private final LongSupplier strace;
  private final Thread thread;
  private Process guard; // the thread's
  private volatile boolean isClosed;

  private Backlog(TraceFile file, LongSupplier strace) {
    this.file = file;
    this.strace = strace;
    this.thread = new Thread(this::watch, "colophon-strace-backlog");
    thread.setDaemon(true);
  }

  /**
   * Watches until it is closed.
   *
   * @param strace its pid; 0 as long as that is not known
   */
  static Backlog watch(TraceFile file, LongSupplier strace) {
    Backlog backlog = new Backlog(file, strace);
    backlog.thread.start();
    return backlog;
  }

  private void watch() {
    boolean isHeld = false;
    while (!isClosed) {
      long bytes = bytes();
      if (!isHeld && bytes > file.room().mostBehind() && strace.getAsLong() != 0) {
        guard = hold(strace.getAsLong());
        isHeld = true;
      } else if (isHeld && bytes <= file.room().resume()) {
        release(strace.getAsLong());
        isHeld = false;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    if (isHeld) {
      release(strace.getAsLong());
    }
  }

  /**
   * Stops strace.
   *
   * @return a guard, which lets it continue when its standard input ends, as it does if this
   *     process dies
   */
  static Process hold(long pid) {
    try {
      Process guard =
          new ProcessBuilder("sh", "-c", "read line; kill -CONT $0", Long.toString(pid)).start();
      Signals.send("STOP", pid);
      return guard;
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot start the guard of strace: " + e.getMessage(), e);
    }
  }

  private void release(long pid) {
    Signals.send("CONT", pid);
    guard.destroy();
  }

  private long bytes() {
    try {
      return file.backlog();
    } catch (IOException e) {
      // The file is gone because the trace is over: nothing to hold back.
      return 0;
    }
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(thread);
  }
}
