// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal.format;

/** Finds intact frames among the bytes of a segment. */
public final class FrameScan {
  private static final long MAX_CHECKED_PER_BYTE = 256;

  private FrameScan() {}

  /** Returns true if an intact frame after an LSN begins at an offset. */
  public static boolean isIntact(byte[] bytes, int at, int salt, long afterLsn) {
    return bytes.length - at >= FrameFormat.HEADER_BYTES
        && FrameFormat.looksLikeFrame(bytes, at)
        && FrameFormat.frameBytes(bytes, at) <= bytes.length - at
        && FrameFormat.isIntact(bytes, at, salt)
        && FrameFormat.facts(bytes, at).firstLsn() > afterLsn;
  }

  /**
   * Returns the next intact frame at or after an offset, or -1. Gives up after a number of checked
   * bytes, so that data full of false frame headers cannot make it run for long.
   */
  public static int find(byte[] bytes, int from, int salt, long afterLsn) {
    byte first = (byte) FrameFormat.MAGIC;
    long budget = MAX_CHECKED_PER_BYTE * bytes.length;
    for (int at = from; at <= bytes.length - FrameFormat.HEADER_BYTES && budget > 0; at++) {
      if (bytes[at] == first && FrameFormat.looksLikeFrame(bytes, at)) {
        budget -= FrameFormat.frameBytes(bytes, at);
        if (isIntact(bytes, at, salt, afterLsn)) {
          return at;
        }
      }
    }
    return -1;
  }
}
