package org.colophon.reporters.strace.replay;

import java.util.Arrays;
import org.colophon.reporters.strace.line.Syscall;

/** A thread of a traced process. */
final class Task {
  final int tid;
  Tracee process;
  FdTable descriptors;
  Folders folders;

  /** Whether it has a line of its own. */
  boolean isHeard;

  /** The interrupted call and its text so far. */
  Syscall begun;

  private byte[] text = new byte[128];
  private int length;

  /** Objects that the interrupted call reads and writes; 0 if none. */
  long begunRead;

  long begunWrite;

  /** The object whose cut has begun; 0 if none. */
  long begunCut;

  /** Whether the call's effect was applied at its begin. */
  boolean isApplied;

  /** Descriptors that the interrupted call may send; null if none. */
  Passing.Message begunMessage;

  /** The listener of an interrupted connect. */
  SocketEnd begunListener;

  /** The directions of that connection, which may be accepted before connect returns. */
  SocketEnd.Directions begunDirections;

  /** The task that the interrupted call started, if known. */
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

  /** Continues another task's call: execve by a thread continues under the leader's id. */
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
