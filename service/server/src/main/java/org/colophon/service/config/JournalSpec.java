package org.colophon.service.config;

import java.time.Duration;
import org.colophon.core.journal.JournalConfig;

/**
 * The journal's size and speed.
 *
 * @param budgetBytes what it may take on disk
 * @param segmentBytes a segment is closed when it is at least so large
 * @param syncInterval how long an operation may wait for its fdatasync when nobody asks
 */
public record JournalSpec(long budgetBytes, long segmentBytes, Duration syncInterval) {
  public static final JournalSpec DEFAULT =
      new JournalSpec(
          JournalConfig.DEFAULT_BUDGET_BYTES,
          JournalConfig.DEFAULT_SEGMENT_BYTES,
          Duration.ofMillis(JournalConfig.DEFAULT_SYNC_INTERVAL_MILLIS));

  public JournalSpec {
    Checks.require(segmentBytes >= 1024, "journal.segment is at least 1KiB");
    Checks.require(
        segmentBytes <= JournalConfig.MAX_SEGMENT_BYTES,
        "journal.segment is at most %s: starting reads segments into memory"
            .formatted(Quantities.show(JournalConfig.MAX_SEGMENT_BYTES)));
    Checks.require(
        budgetBytes >= 2 * segmentBytes, "journal.budget is at least two of journal.segment");
    Checks.require(syncInterval.toMillis() > 0, "journal.sync-interval is at least 1ms");
  }
}
