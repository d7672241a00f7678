package org.colophon.reporters.fuse.process;

import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.reporter.ProcessTracer;

/** One program in execution: what Colophon calls a process. */
public final class Program {
  final int pid;

  /** When its process started, in ticks since boot; -1 until it is read. */
  volatile long startTicks;

  /** How often the process had called execve before, as far as seen. */
  final int image;

  /** What the kernel calls it; may be empty. */
  final String shortName;

  /** The program that it was forked from, or that it replaced; null if unknown or told already. */
  volatile Program cause;

  final LinkKind causeKind;

  /** What the recorder knows of it, if anything; the recorder's alone. */
  public volatile Object note;

  /** The process has another program by now, or has ended. */
  volatile boolean isOver;

  /** The process was seen to end: its pid may be another's by now. */
  volatile boolean hasEnded;

  /** The neighbour that traces it, null if none does as far as is known. */
  volatile ProcessTracer tracer;

  /** Whether a tracer was asked for. */
  volatile boolean wasLookedAt;

  /** It is declared as the ancestor of another, without arguments and directory. */
  volatile boolean isNamedOnly;

  /** The sink's id for it, 0 until it is declared; guarded by this while it is 0. */
  private volatile long id;

  private volatile int user = -1;

  /** What the recorder is to say once this program is known; see there. */
  private volatile long executable;

  Program(int pid, long startTicks, int image, String shortName, LinkKind kind, Program cause) {
    this.pid = pid;
    this.startTicks = startTicks;
    this.image = image;
    this.shortName = shortName;
    this.causeKind = kind;
    this.cause = cause;
  }

  public int pid() {
    return pid;
  }

  /** The sink's id for it, 0 if it was not declared. */
  public long id() {
    return id;
  }

  /** Returns true if it is not declared, or by its name only. */
  boolean isUntold() {
    return id == 0 || isNamedOnly;
  }

  /** The neighbour that traces it and says which process it is; null if none does. */
  public ProcessTracer tracer() {
    return tracer;
  }

  /** The same with another id and nothing done. */
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

  /** Notes for whom it acts; answers whether that is new. Races do no harm. */
  public boolean actsFor(int userId) {
    boolean isNew = user != userId;
    if (isNew) {
      user = userId;
    }
    return isNew;
  }

  /** The kernel opened an object in order to execute it, on behalf of this program. */
  public void executes(long object) {
    executable = object;
  }

  /** Takes what {@link #executes} noted; 0 if nothing. */
  long takeExecutable() {
    long object = executable;
    executable = 0;
    return object;
  }
}
