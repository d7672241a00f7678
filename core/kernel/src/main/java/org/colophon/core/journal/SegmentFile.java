package org.colophon.core.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A segment file open for writing at its end. A seam: tests put in disks that fill up or fail. */
interface SegmentFile extends Closeable {
  /** Writes all bytes at the end. */
  void write(ByteBuffer bytes) throws IOException;

  /** Returns when everything written is on disk (fdatasync). Any thread. */
  void force() throws IOException;

  /** Cuts the file to a length, to take back a write that failed half-way. */
  void truncate(long length) throws IOException;
}
