package org.colophon.core.journal;

import java.nio.file.Path;
import java.util.List;

/** What is known of one segment. Written by the kernel's thread, read by the adapters' threads. */
final class Segment {
  /** A damaged stretch of the file that readers pass over: [from, to). */
  record Hole(long from, long to) {}

  private final Path path;
  private final int salt;
  private final List<Hole> holes;
  private volatile long endBytes;
  private volatile long lastLsn;

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

  /** A whole frame was written. */
  void extendTo(long newEndBytes, long newLastLsn) {
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
