package org.colophon.reporters.strace.line;

/** What a line of strace output says. */
public enum LineKind {
  /** A call with its result. */
  CALL,
  /** A call that has begun and was interrupted by another process's line. */
  BEGUN,
  /** The rest of a call that had begun. */
  RESUMED,
  /** The thread ended by itself; {@link StraceLine#number} is its status. */
  EXITED,
  /** A signal ended the thread; {@link StraceLine#number} is 128 + the signal's number. */
  KILLED,
  /** Another thread's execve took this thread's id over; the number is that thread's id so far. */
  SUPERSEDED,
  /** An execve by a thread that goes on under the process's id; the number is that id. */
  PID_CHANGED,
  /** A signal arrived, strace speaks of itself, or a call that carries no provenance. */
  NOISE,
  /** Not a line that strace writes; {@link StraceLine#problem} says why. */
  MALFORMED
}
