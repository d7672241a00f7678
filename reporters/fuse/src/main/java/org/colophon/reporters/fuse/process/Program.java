package org.colophon.reporters.fuse.process;

import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.reporter.ProcessTracer;

/** One program in execution: what Colophon calls a process. */
public final class Program {
  final int pid;

  /** Start of its process in ticks since boot; -1 until read. */
  volatile long startTicks;

  /** Number of observed execve calls of the process before this program. */
  final int image;

  /** The kernel's name for it; may be empty. */
  final String shortName;

  /** The program that it was forked from or replaced; null if unknown or declared. */
  volatile Program cause;

  final LinkKind causeKind;

  /** State of the recorder. */
  public volatile Object note;

  /** The process has another program or has ended. */
  volatile boolean isObsolete;

  /** The process has ended, so its pid may be reused. */
  volatile boolean hasEnded;

  /** The tracer that follows it; null if none is known. */
  volatile ProcessTracer tracer;

  /** True if a tracer was looked up. */
  volatile boolean isTracerKnown;

  /** True if it was declared as an ancestor, without arguments and directory. */
  volatile boolean hasNameOnly;

  /** The sink's id; 0 until declared, and guarded by this until then. */
  private volatile long id;

  private volatile int user = -1;

  /** The object opened for execution on its behalf. */
  private volatile long executable;

  Program(int pid, long startTicks, int image, String shortName, LinkKind kind, Program cause) {
    this.pid = pid;
    this.startTicks = startTicks;
    this.image = image;
    this.shortName = shortName;
    this.causeKind = kind;
    this.cause = cause;
  }

  /** Returns the sink's id; 0 if not declared. */
  public long id() {
    return id;
  }

  /** Returns whether it is not declared, or by its name only. */
  boolean isUndeclared() {
    return id == 0 || hasNameOnly;
  }

  /** Returns the tracer that identifies it, or null. */
  public ProcessTracer tracer() {
    return tracer;
  }

  /** Returns a copy with another id that has not used the mount. */
  Program as(long otherId) {
    Program other = new Program(pid, startTicks, image, shortName, causeKind, null);
    other.tracer = tracer;
    other.declared(otherId);
    return other;
  }

  synchronized void declared(long newId) {
    id = newId;
    cause = null;
  }

  /** Sets the user; returns whether it has changed. Data races are harmless. */
  public boolean actsFor(int userId) {
    boolean isNew = user != userId;
    if (isNew) {
      user = userId;
    }
    return isNew;
  }

  /** The kernel opened an object for execution on behalf of this program. */
  public void executes(long object) {
    executable = object;
  }

  /** Returns and clears the object of {@link #executes}; 0 if none. */
  long takeExecutable() {
    long object = executable;
    executable = 0;
    return object;
  }
}
