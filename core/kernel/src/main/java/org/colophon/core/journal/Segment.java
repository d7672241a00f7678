package org.colophon.core.journal;

import java.nio.file.Path;
import java.util.List;

/** What is known of one segment. Written by the kernel's thread, read by the adapters' threads. */
final class Segment {
  /** A damaged stretch of the file that readers pass over: [from, to). */
  record Hole(long from, long to) {}

  /** The number of no frame yet. */
  private static final long NONE = Long.MAX_VALUE;

  private final Path path;
  private final int salt;
  private final List<Hole> holes;
  private volatile long endBytes;
  private volatile long lastLsn;
  private volatile long firstFrame;

  /**
   * A segment.
   *
   * @param salt what the checksums of its frames begin with
   * @param endBytes how much of the file is valid frames and holes
   * @param lastLsn of its last frame, 0 if it has none
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

  /** Readers may read up to here. */
  long endBytes() {
    return endBytes;
  }

  long lastLsn() {
    return lastLsn;
  }

  /**
   * The number in this run of the frame that says all positions, so that segments before this one
   * may go once it is on disk: 0 if it was recovered, the largest number if there is none yet.
   */
  long firstFrame() {
    return firstFrame;
  }

  boolean hasFirstFrame() {
    return firstFrame != NONE;
  }

  /**
   * A whole frame was written.
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

  /** Where the next frame at or after an offset may begin. */
  long skipHole(long offset) {
    for (Hole hole : holes) {
      if (hole.from() == offset) {
        return hole.to();
      }
    }
    return offset;
  }
}
