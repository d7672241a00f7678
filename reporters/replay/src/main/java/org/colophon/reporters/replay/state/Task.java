// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import java.util.Arrays;
import org.colophon.reporters.replay.syscall.SocketAddress;
import org.colophon.reporters.replay.syscall.Syscall;
import org.jspecify.annotations.Nullable;

/** A thread of a traced process. */
public final class Task {
  /** Maximum number of runs of repeated accesses that are open at the same time. */
  public static final int MAX_RUNS = 4;

  public final int tid;
  public Tracee process;
  public FdTable descriptors;
  public Directories directories;
  public Directories.BindMounts mounts;

  public boolean hasOwnLine;

  /** The interrupted call and its text so far; null if none. Only strace has a text. */
  public @Nullable Syscall begun;

  private byte[] text = new byte[128];
  private int length;

  /** Objects that the interrupted call reads and writes; 0 if none. */
  public long begunRead;

  public long begunWrite;

  /** Open files whose ranges the interrupted call reads and writes; null if none. */
  public @Nullable OpenFile begunSource;

  public @Nullable OpenFile begunTarget;

  /** The object whose truncation has begun; 0 if none. */
  public long begunCut;

  /** Objects of the open runs of repeated accesses, by slot; 0 for none. */
  public final long[] runs = new long[MAX_RUNS];

  /** True if the effect of the interrupted call was applied at its start. */
  public boolean isApplied;

  /** Descriptors that the interrupted call may send; null if none. */
  public PassedDescriptors.@Nullable Message begunMessage;

  /** Local address of the connection that the next call makes; null if unknown. */
  public @Nullable SocketAddress ownAddress;

  /** The listener of an interrupted connect; null if none. */
  public @Nullable SocketEnd begunListener;

  /**
   * The directions of the connection of an interrupted connect; null if none. The peer may accept
   * it before connect returns.
   */
  public SocketEnd.@Nullable Directions begunDirections;

  /** The function calls that started the thread; empty for the program. */
  public long[] starters = {};

  /** The task that the interrupted call started; null if unknown. */
  public @Nullable Task child;

  public Task(
      int tid,
      Tracee process,
      FdTable descriptors,
      Directories directories,
      Directories.BindMounts mounts) {
    this.tid = tid;
    this.process = process;
    this.descriptors = descriptors;
    this.directories = directories;
    this.mounts = mounts;
    process.tasks.add(this);
  }

  public void begin(Syscall call) {
    clear();
    begun = call;
  }

  public void append(byte[] buffer, int from, int to) {
    int more = to - from;
    if (length + more > text.length) {
      text = Arrays.copyOf(text, Math.max(length + more, text.length * 2));
    }
    System.arraycopy(buffer, from, text, length, more);
    length += more;
  }

  public byte[] text() {
    return text;
  }

  public int textLength() {
    return length;
  }

  /**
   * Takes over another task's call: after execve, a thread continues under the id of the process's
   * first thread.
   */
  public void takeOver(Task other) {
    clear();
    begun = other.begun;
    append(other.text, 0, other.length);
    other.clear();
  }

  public void clear() {
    begun = null;
    child = null;
    begunRead = 0;
    begunWrite = 0;
    begunSource = null;
    begunTarget = null;
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
