// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.ebpf.kernel.Head;
import org.colophon.reporters.replay.syscall.StringList;

/** Environments of programs. Their parts precede the record of the program. One thread. */
final class Environments {
  /** Longer variables are cut, as by strace. */
  private static final int MAX_VARIABLE_BYTES = 4096;

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
   * Returns the environment of a thread's program, and removes its parts.
   *
   * @param bytes its size; parts may be missing
   */
  StringList take(int tid, long bytes) {
    ByteArrayOutputStream whole = parts.remove(tid);
    byte[] known = whole == null ? new byte[0] : whole.toByteArray();
    List<Bytes> variables = new ArrayList<>();
    BitSet cut = new BitSet();
    int from = 0;
    for (int to = 0; to < known.length; to++) {
      if (known[to] == 0) {
        int end = Math.min(to, from + MAX_VARIABLE_BYTES);
        cut.set(variables.size(), end < to);
        variables.add(Bytes.copyOf(known, from, end));
        from = to + 1;
      }
    }
    return new StringList(variables, cut, true, from < bytes);
  }
}
