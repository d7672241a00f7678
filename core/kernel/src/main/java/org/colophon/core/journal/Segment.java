// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.nio.file.Path;
import java.util.List;

/** State of one segment. Written by the kernel's thread, read by the adapters' threads. */
final class Segment {
  /** A damaged range of the file that readers skip: [from, to). */
  record Hole(long from, long to) {}

  /** Number for a frame that does not exist yet. */
  private static final long NONE = Long.MAX_VALUE;

  private final Path path;
  private final int salt;
  private final List<Hole> holes;
  private volatile long endBytes;
  private volatile long lastLsn;
  private volatile long firstFrame;

  /**
   * Constructs a segment.
   *
   * @param salt the first input of its frames' checksums
   * @param endBytes the length of its valid frames and holes
   * @param lastLsn last LSN of its last frame, 0 if it has none
   */
  Segment(Path path, int salt, long endBytes, long lastLsn, List<Hole> holes) {
    this.path = path;
    this.salt = salt;
    this.endBytes = endBytes;
    this.lastLsn = lastLsn;
    this.holes = holes;
    boolean hasFirst =
        endBytes > SegmentFormat.HEADER_BYTES
            && skipHole(SegmentFormat.HEADER_BYTES) == SegmentFormat.HEADER_BYTES;
    this.firstFrame = hasFirst ? 0 : NONE;
  }

  Path path() {
    return path;
  }

  int salt() {
    return salt;
  }

  /** Returns the offset up to which readers may read. */
  long endBytes() {
    return endBytes;
  }

  long lastLsn() {
    return lastLsn;
  }

  /**
   * Returns the number of this segment's first frame, which repeats all positions. Earlier segments
   * may be deleted once that frame is on disk. Frames are counted in this run; 0 if the frame is
   * from an earlier run; {@link #NONE} if the segment has no frame yet.
   */
  long firstFrame() {
    return firstFrame;
  }

  boolean hasFirstFrame() {
    return firstFrame != NONE;
  }

  /**
   * Extends the segment by a complete frame.
   *
   * @param frame its number in this run
   */
  void extendTo(long newEndBytes, long newLastLsn, long frame) {
    if (!hasFirstFrame()) {
      firstFrame = frame;
    }
    lastLsn = newLastLsn;
    endBytes = newEndBytes;
  }

  /** Returns the end of the hole that begins at an offset, or the offset if none begins there. */
  long skipHole(long offset) {
    for (Hole hole : holes) {
      if (hole.from() == offset) {
        return hole.to();
      }
    }
    return offset;
  }
}
