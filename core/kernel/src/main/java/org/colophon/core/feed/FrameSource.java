// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import java.io.Closeable;
import org.colophon.core.journal.format.CanonicalFrame;
import org.jspecify.annotations.Nullable;

/** Committed frames of one history, in order and exactly once. One thread. */
public interface FrameSource extends Closeable {
  /**
   * Returns the next frame, valid until the next call; null if none came in time.
   *
   * @param timeoutMillis 0 to return at once
   * @throws org.colophon.core.error.ColophonException PART_LOST if the source no longer has the
   *     next frame; STORE_CORRUPT; IO_FAILED; INTERRUPTED
   */
  @Nullable CanonicalFrame next(long timeoutMillis);

  /** Reports that the reader will not need the frames up to an LSN again. */
  void release(long lsn);

  /** Returns the last LSN that the source is known to have on disk. */
  long endLsn();

  @Override
  void close();
}
