package org.colophon.core.journal;

import java.nio.file.Path;

/**
 * Directory and size limits of a journal.
 *
 * @param directory a directory of the journal's own
 * @param segmentBytes the size at which a segment is closed; at most {@link #MAX_SEGMENT_BYTES}
 * @param budgetBytes the maximum size of all segments before the adapter that holds them back is
 *     failed
 * @param syncIntervalMillis the longest wait of a frame for its fdatasync without a request
 * @param withChunks true if parts of a frame must be provable without the others
 */
public record JournalConfig(
    Path directory,
    long segmentBytes,
    long budgetBytes,
    long syncIntervalMillis,
    boolean withChunks) {
  public static final long DEFAULT_SEGMENT_BYTES = 64L << 20;

  /** Recovery reads each segment into memory completely. */
  public static final long MAX_SEGMENT_BYTES = 256L << 20;

  public static final long DEFAULT_BUDGET_BYTES = 4L << 30;
  public static final long DEFAULT_SYNC_INTERVAL_MILLIS = 100;

  /** Constructs a configuration of frames without chunks. */
  public JournalConfig(
      Path directory, long segmentBytes, long budgetBytes, long syncIntervalMillis) {
    this(directory, segmentBytes, budgetBytes, syncIntervalMillis, false);
  }

  /** Returns a configuration with default limits. */
  public static JournalConfig at(Path directory) {
    return new JournalConfig(
        directory, DEFAULT_SEGMENT_BYTES, DEFAULT_BUDGET_BYTES, DEFAULT_SYNC_INTERVAL_MILLIS);
  }
}
