package org.colophon.reporters.ebpf;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.colophon.reporters.ebpf.kernel.Head;

/** Environments of programs. Their parts precede the record of the program. One thread. */
final class Environments {
  /** Longer variables are cut, as by strace. */
  private static final int MAX_VARIABLE_BYTES = 4096;

  private static final String CUT = "...";

  private final Map<Integer, ByteArrayOutputStream> parts = new HashMap<>();

  /**
   * Adds a part for a thread. A first part replaces all parts of an earlier program, whose record
   * was lost.
   */
  void add(int tid, ByteBuffer memory, int at) {
    if (memory.getLong(at + Head.RESULT) == 0) {
      remove(tid);
    }
    byte[] part = new byte[memory.getInt(at + Head.FIRST)];
    memory.get(at + Head.BYTES, part, 0, part.length);
    parts.computeIfAbsent(tid, id -> new ByteArrayOutputStream()).writeBytes(part);
  }

  /** Removes the parts of a thread. */
  void remove(int tid) {
    parts.remove(tid);
  }

  /**
   * Appends the environment of a thread's program in the notation of strace.
   *
   * @param bytes its size; parts may be missing
   */
  void append(LineBuffer line, int tid, long bytes) {
    ByteArrayOutputStream whole = parts.remove(tid);
    byte[] known = whole == null ? new byte[0] : whole.toByteArray();
    line.put('[');
    int from = 0;
    for (int to = 0; to < known.length; to++) {
      if (known[to] == 0) {
        int end = Math.min(to, from + MAX_VARIABLE_BYTES);
        line.put(from == 0 ? "" : ", ").quoted(known, from, end).put(end < to ? CUT : "");
        from = to + 1;
      }
    }
    if (from < bytes) {
      line.put(from == 0 ? "" : ", ").put(CUT);
    }
    line.put(']');
  }
}
