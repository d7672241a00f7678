package org.colophon.core.feed;

import java.util.function.LongFunction;
import org.colophon.core.journal.format.CanonicalFrame;
import org.jspecify.annotations.Nullable;

/** A feed that begins in the archive and continues where that ends. */
public final class ArchiveThenJournal implements FrameSource {
  private final LongFunction<FrameSource> following;
  private FrameSource source;
  private boolean isInArchive = true;
  private long lastLsn;

  /**
   * Constructs a feed.
   *
   * @param following opens the feed behind the archive's last LSN
   */
  public ArchiveThenJournal(
      FrameSource archive, long afterLsn, LongFunction<FrameSource> following) {
    this.source = archive;
    this.lastLsn = afterLsn;
    this.following = following;
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
    return source.endLsn();
  }

  @Override
  public void close() {
    source.close();
  }
}
