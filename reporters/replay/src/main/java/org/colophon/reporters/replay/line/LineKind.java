package org.colophon.reporters.replay.line;

/** Kinds of strace output lines. */
public enum LineKind {
  CALL,
  /** The begin of a call that another process's line interrupts. */
  BEGUN,
  /** The rest of an interrupted call. */
  RESUMED,
  /** The thread ended; {@link StraceLine#number} is its status. */
  EXITED,
  /** A signal ended the thread; {@link StraceLine#number} is 128 + the signal's number. */
  KILLED,
  /** Another thread called execve and took over this thread's id. The number is its old id. */
  SUPERSEDED,
  /** A thread called execve and continues under the id of its process. The number is that id. */
  PID_CHANGED,
  /** A signal, a message of strace, or a call without provenance. */
  NOISE,
  /** Not strace output; {@link StraceLine#problem} gives the reason. */
  MALFORMED
}
