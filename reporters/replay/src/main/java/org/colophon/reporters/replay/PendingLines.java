// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Queue of lines. They wait until the parent of the process of the first line is known. */
final class PendingLines {
  final Map<Integer, Integer> parents = new HashMap<>();

  private final ArrayDeque<byte[]> lines = new ArrayDeque<>();
  private long bytes;

  boolean isEmpty() {
    return lines.isEmpty();
  }

  long bytes() {
    return bytes;
  }

  void add(byte[] buffer, int from, int to) {
    byte[] line = Arrays.copyOfRange(buffer, from, to);
    lines.add(line);
    bytes += line.length;
  }

  byte[] next() {
    return lines.element();
  }

  void remove() {
    bytes -= lines.remove().length;
    if (lines.isEmpty()) {
      parents.clear();
    }
  }
}
