// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.process;

import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.reporter.ProcessTracer;
import org.jspecify.annotations.Nullable;

/** One program in execution, which is one process in Colophon's terms. */
public final class Program {
  final int pid;

  /** Start of the Linux process in ticks since boot; -1 until read. */
  volatile long startTicks;

  /** Number of observed execve calls of the process before this program. */
  final int image;

  /** The name that Linux gives to the program; may be empty. */
  final String shortName;

  /** The program that forked this program or that it replaced; null if unknown or declared. */
  volatile @Nullable Program cause;

  final LinkKind causeKind;

  /** State that the recorder attaches. */
  public volatile @Nullable Object note;

  /** True if the Linux process has executed another program or has ended. */
  volatile boolean isObsolete;

  /** True if the Linux process has ended, so that its pid may be reused. */
  volatile boolean hasEnded;

  /** The tracer that traces the program; null if none is known. */
  volatile @Nullable ProcessTracer tracer;

  /** True if a tracer was looked up. */
  volatile boolean isTracerKnown;

  /** True if the program was declared as an ancestor, without arguments and directory. */
  volatile boolean hasNameOnly;

  /** True if the gap of an untraced program is reported. */
  private volatile boolean hasGap;

  /** The id in the sink; 0 until declared. Guarded by this until then. */
  private volatile long id;

  private volatile int user = -1;

  /** The object that Linux opened for execution on behalf of this program. */
  private volatile long executable;

  Program(
      int pid,
      long startTicks,
      int image,
      String shortName,
      LinkKind kind,
      @Nullable Program cause) {
    this.pid = pid;
    this.startTicks = startTicks;
    this.image = image;
    this.shortName = shortName;
    this.causeKind = kind;
    this.cause = cause;
  }

  /** Returns the id in the sink; 0 if not declared. */
  public long id() {
    return id;
  }

  /** Returns whether the program is not declared, or declared by name only. */
  boolean isUndeclared() {
    return id == 0 || hasNameOnly;
  }

  /** Returns the tracer that identifies the program, or null. */
  public @Nullable ProcessTracer tracer() {
    return tracer;
  }

  /** Returns a declared copy with another id, without user, state and executable. */
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

  /** Returns true once: the accesses outside the mount are lost, and the caller reports a gap. */
  boolean losesOthers() {
    return !hasGap && isFirstLoss();
  }

  private synchronized boolean isFirstLoss() {
    boolean isFirst = !hasGap;
    hasGap = true;
    return isFirst;
  }

  /** Sets the user; returns whether it has changed. Data races are harmless. */
  public boolean actsFor(int userId) {
    boolean isNew = user != userId;
    if (isNew) {
      user = userId;
    }
    return isNew;
  }

  /** Called when Linux opened an object for execution on behalf of this program. */
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
