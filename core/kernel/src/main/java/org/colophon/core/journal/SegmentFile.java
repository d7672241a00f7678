// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Segment file open for writing at its end. Tests replace it by files that fail or are full. */
interface SegmentFile extends Closeable {
  /** Writes all bytes at the end. */
  void write(ByteBuffer bytes) throws IOException;

  /** Syncs all written bytes to disk (fdatasync). Any thread. */
  void force() throws IOException;

  /** Truncates the file to a length, to undo a partial write. */
  void truncate(long length) throws IOException;
}
