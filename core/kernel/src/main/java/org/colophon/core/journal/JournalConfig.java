// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.nio.file.Path;

/**
 * Directory and size limits of a journal.
 *
 * @param directory directory that contains only the journal
 * @param segmentBytes the size at which a segment is closed; at most {@link #MAX_SEGMENT_BYTES}
 * @param budgetBytes maximum size of all segments; beyond it, the slowest adapter fails
 * @param syncIntervalMillis longest time before an unrequested fdatasync
 * @param withChunks true if parts of a frame must be provable without the others
 */
public record JournalConfig(
    Path directory,
    long segmentBytes,
    long budgetBytes,
    long syncIntervalMillis,
    boolean withChunks) {
  public static final long DEFAULT_SEGMENT_BYTES = 64L << 20;

  /** Maximum size of a segment, since recovery reads each segment into memory completely. */
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
