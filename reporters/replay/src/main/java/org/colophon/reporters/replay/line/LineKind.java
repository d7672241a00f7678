// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.line;

/** Kinds of strace output lines. */
public enum LineKind {
  CALL,
  /** The begin of a call that another process's line interrupts. */
  BEGUN,
  /** The rest of an interrupted call. */
  RESUMED,
  /** The thread ended; its result is the status. */
  EXITED,
  /** A signal ended the thread; its result is 128 + the signal's number. */
  KILLED,
  /** Another thread called execve and took over this thread's id. The result is its old id. */
  SUPERSEDED,
  /** A thread called execve and continues under the id of its process. The result is that id. */
  PID_CHANGED,
  /** A signal, a message of strace, or a call without provenance. */
  NOISE,
  /** Not strace output; {@link StraceLine#problem} gives the reason. */
  MALFORMED
}
