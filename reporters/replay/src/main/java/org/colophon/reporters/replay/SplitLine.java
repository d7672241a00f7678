// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A line that strace on a terminal interrupts with a message about a new process: {@code
 * clone(...SIGCHLDstrace: Process 7 attached}. The next line contains the rest of the call.
 */
final class SplitLine {
  private static final byte[] NOTE = "strace: Process ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ATTACHED = " attached".getBytes(StandardCharsets.US_ASCII);

  /** The first part of a line whose rest is missing; null if none. */
  private byte @Nullable [] begin;

  /** Returns false if the first part of a line waits for its rest. */
  boolean isEmpty() {
    return begin == null;
  }

  /** Returns whether a line is the first part of a split line. Its rest follows. */
  boolean begins(byte[] buffer, int from, int to) {
    if (to - from < NOTE.length || !endsAttached(buffer, to)) {
      return false;
    }
    for (int p = to - ATTACHED.length - NOTE.length; p > from; p--) {
      if (buffer[p] == 's' && Arrays.equals(buffer, p, p + NOTE.length, NOTE, 0, NOTE.length)) {
        boolean isPrefixed = buffer[p - 1] == ' ' && (p - 2 < from || buffer[p - 2] == ']');
        begin = isPrefixed ? null : Arrays.copyOfRange(buffer, from, p);
        return !isPrefixed;
      }
    }
    return false;
  }

  private static boolean endsAttached(byte[] buffer, int to) {
    int from = to - ATTACHED.length;
    return buffer[to - 1] == 'd' && Arrays.equals(buffer, from, to, ATTACHED, 0, ATTACHED.length);
  }

  /** Returns the line, with the part that has waited. */
  byte[] join(byte[] buffer, int from, int to) {
    byte[] first = Objects.requireNonNull(begin);
    byte[] whole = Arrays.copyOf(first, first.length + to - from);
    System.arraycopy(buffer, from, whole, first.length, to - from);
    begin = null;
    return whole;
  }
}
