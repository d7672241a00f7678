package org.colophon.reporters.strace.line;

/** Kinds of strace output lines. */
public enum LineKind {
  CALL,
  /** A call interrupted by another process's line. */
  BEGUN,
  /** The rest of an interrupted call. */
  RESUMED,
  /** The thread ended; {@link StraceLine#number} is its status. */
  EXITED,
  /** A signal ended the thread; {@link StraceLine#number} is 128 + the signal's number. */
  KILLED,
  /** Another thread's execve took over this thread's id; the number is that thread's old id. */
  SUPERSEDED,
  /** A thread called execve and continues under the process's id, which is the number. */
  PID_CHANGED,
  /** A signal, a message of strace, or a call without provenance. */
  NOISE,
  /** Not strace output; {@link StraceLine#problem} gives the reason. */
  MALFORMED
}
