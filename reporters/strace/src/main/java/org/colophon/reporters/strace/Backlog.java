package org.colophon.reporters.strace;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes strace wait, and with it what it traces, when the reader has fallen so far behind that
 * memory would fill up: that is how a full pipeline holds back the traced processes. Has a thread
 * of its own, since the reader's may be the one that waits.
 */
final class Backlog implements AutoCloseable {
  private static final long MAX_BYTES = 256L << 20;
  private static final long RESUME_BYTES = 64L << 20;
  private static final long LOOK_NANOS = 50_000_000;

  private final TraceFile file;
  private final long strace;
  private final Thread thread;
  private volatile boolean isClosed;

  private Backlog(TraceFile file, long strace) {
    this.file = file;
    this.strace = strace;
    this.thread = new Thread(this::watch, "colophon-strace-backlog");
    thread.setDaemon(true);
  }

  static Backlog watch(TraceFile file, long strace) {
    Backlog backlog = new Backlog(file, strace);
    backlog.thread.start();
    return backlog;
  }

  private void watch() {
    boolean isHeld = false;
    while (!isClosed) {
      long bytes = bytes();
      if (!isHeld && bytes > MAX_BYTES) {
        Signals.send("STOP", strace);
        isHeld = true;
      } else if (isHeld && bytes < RESUME_BYTES) {
        Signals.send("CONT", strace);
        isHeld = false;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    if (isHeld) {
      Signals.send("CONT", strace);
    }
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
