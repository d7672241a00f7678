package org.colophon.reporters.strace.replay;

import java.util.Arrays;
import org.colophon.reporters.strace.line.Syscall;

/** A thread, or the only one of a process. */
final class Task {
  final int tid;
  Tracee process;
  FdTable descriptors;
  Folders folders;

  /** Whether a line of its own came, not only that of the call which started it. */
  boolean isHeard;

  /** The call that has begun and not ended, with what strace printed of it so far. */
  Syscall begun;

  private byte[] text = new byte[128];
  private int length;

  /** What the call that has begun was reported to read from and write to, 0 if nothing. */
  long begunRead;

  long begunWrite;

  /** Whether a cut was reported to have begun. */
  long begunCut;

  /** The effect of the call was applied when it began. */
  boolean isApplied;

  /** The descriptors that the call which has begun may send, null if none. */
  Passing.Message begunMessage;

  /** The listener that a connect which has begun waits at. */
  SocketEnd begunListener;

  /** The directions of that connection: it may be accepted before connect returns. */
  SocketEnd.Directions begunDirections;

  /** The task that the call which has begun has started, as far as seen. */
  Task child;

  Task(int tid, Tracee process, FdTable descriptors, Folders folders) {
    this.tid = tid;
    this.process = process;
    this.descriptors = descriptors;
    this.folders = folders;
    process.tasks.add(this);
  }

  void begin(Syscall call, byte[] buffer, int from, int to) {
    forget();
    begun = call;
    append(buffer, from, to);
  }

  void append(byte[] buffer, int from, int to) {
    int more = to - from;
    if (length + more > text.length) {
      text = Arrays.copyOf(text, Math.max(length + more, text.length * 2));
    }
    System.arraycopy(buffer, from, text, length, more);
    length += more;
  }

  byte[] text() {
    return text;
  }

  int textLength() {
    return length;
  }

  /** Takes over what another task has begun: execve by a thread goes on under the leader's id. */
  void takeOver(Task other) {
    begin(other.begun, other.text, 0, other.length);
    other.forget();
  }

  void forget() {
    begun = null;
    child = null;
    begunRead = 0;
    begunWrite = 0;
    begunCut = 0;
    isApplied = false;
    begunMessage = null;
    begunListener = null;
    begunDirections = null;
    length = 0;
    if (text.length > 1 << 16) {
      text = new byte[128];
    }
  }
}
