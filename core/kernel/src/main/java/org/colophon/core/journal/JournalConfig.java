package org.colophon.core.journal;

import java.nio.file.Path;

/**
 * Where the journal lives and how much it may take.
 *
 * @param directory a folder of the journal's own
 * @param segmentBytes a segment is closed when it is at least so large; at most {@link
 *     #MAX_SEGMENT_BYTES}
 * @param budgetBytes what all segments together may take on disk before the adapter that holds them
 *     back is failed
 * @param syncIntervalMillis how long a written frame may wait for its fdatasync when nobody asks
 */
public record JournalConfig(
    Path directory, long segmentBytes, long budgetBytes, long syncIntervalMillis) {
  public static final long DEFAULT_SEGMENT_BYTES = 64L << 20;

  /** Recovery reads each segment into memory as a whole. */
  public static final long MAX_SEGMENT_BYTES = 256L << 20;

  public static final long DEFAULT_BUDGET_BYTES = 4L << 30;
  public static final long DEFAULT_SYNC_INTERVAL_MILLIS = 100;

  /** A folder, and the defaults. */
  public static JournalConfig at(Path directory) {
    return new JournalConfig(
        directory, DEFAULT_SEGMENT_BYTES, DEFAULT_BUDGET_BYTES, DEFAULT_SYNC_INTERVAL_MILLIS);
  }
}
