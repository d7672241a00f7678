// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.colophon.core.journal.format.CanonicalFrame;
import org.jspecify.annotations.Nullable;

/** Feed that first reads the archive, and then the journal. */
public final class ArchiveThenJournal implements FrameSource {
  private final LongFunction<FrameSource> following;
  private final LongSupplier end;
  private FrameSource source;
  private boolean isInArchive = true;
  private long lastLsn;

  /**
   * Constructs a feed.
   *
   * @param following opens the feed after the archive's last LSN
   * @param end returns the last LSN of the journal on disk
   */
  public ArchiveThenJournal(
      FrameSource archive, long afterLsn, LongFunction<FrameSource> following, LongSupplier end) {
    this.source = archive;
    this.lastLsn = afterLsn;
    this.following = following;
    this.end = end;
  }

  @Override
  public @Nullable CanonicalFrame next(long timeoutMillis) {
    CanonicalFrame frame = source.next(timeoutMillis);
    if (frame == null && isInArchive) {
      source.close();
      source = following.apply(lastLsn);
      isInArchive = false;
      frame = source.next(timeoutMillis);
    }
    if (frame != null) {
      lastLsn = frame.lastLsn();
    }
    return frame;
  }

  @Override
  public void release(long lsn) {
    source.release(lsn);
  }

  @Override
  public long endLsn() {
    return end.getAsLong();
  }

  @Override
  public void close() {
    source.close();
  }
}
