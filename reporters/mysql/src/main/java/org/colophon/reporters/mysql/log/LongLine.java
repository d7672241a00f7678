package org.colophon.reporters.mysql.log;

import java.util.Arrays;

/**
 * A line that comes in parts: its beginning and its last bytes are kept, what is between is not.
 * Belongs to one thread.
 */
final class LongLine {
  private static final int MOST_KEPT = 1 << 20;
  private static final int END_KEPT = 32;

  private byte[] kept = new byte[0];
  private int length;
  private long full;
  private final byte[] end = new byte[END_KEPT];
  private int endLength;

  /** Where in the file the line begins. */
  long offset;

  boolean isEmpty() {
    return full == 0;
  }

  void add(byte[] b, int from, int to, long place) {
    if (full == 0) {
      offset = place;
    }
    int room = Math.min(to - from, MOST_KEPT - length);
    if (length + room > kept.length) {
      kept = Arrays.copyOf(kept, MOST_KEPT + END_KEPT);
    }
    System.arraycopy(b, from, kept, length, room);
    length += room;
    full += to - from;
    keepEnd(b, from, to);
  }

  private void keepEnd(byte[] b, int from, int to) {
    int take = Math.min(END_KEPT, to - from);
    int old = Math.min(endLength, END_KEPT - take);
    System.arraycopy(end, endLength - old, end, 0, old);
    System.arraycopy(b, to - take, end, old, take);
    endLength = old + take;
  }

  /** The line with what was kept of it; {@link #bytes} has it. */
  int join() {
    if (full > length) {
      System.arraycopy(end, 0, kept, length, endLength);
      length += endLength;
    }
    return length;
  }

  byte[] bytes() {
    return kept;
  }

  /** How many bytes are missing from {@link #join}'s line. */
  long missing() {
    return Math.max(0, full - length);
  }

  void clear() {
    length = 0;
    full = 0;
    endLength = 0;
  }
}
