// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.time.Duration;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.JournalConfig;

/**
 * Size and delay of the journal.
 *
 * @param budgetBytes maximum size on disk
 * @param segmentBytes size at which a new segment begins
 * @param syncInterval maximum time from an operation to its fdatasync if no caller waits for it
 */
public record JournalSpec(long budgetBytes, long segmentBytes, Duration syncInterval) {
  public static final JournalSpec DEFAULT =
      new JournalSpec(
          JournalConfig.DEFAULT_BUDGET_BYTES,
          JournalConfig.DEFAULT_SEGMENT_BYTES,
          Duration.ofMillis(JournalConfig.DEFAULT_SYNC_INTERVAL_MILLIS));

  public JournalSpec {
    ErrorCode.BAD_REQUEST.require(segmentBytes >= 1024, "journal.segment is at least 1KiB");
    ErrorCode.BAD_REQUEST.require(
        segmentBytes <= JournalConfig.MAX_SEGMENT_BYTES,
        "journal.segment is at most %s: starting reads segments into memory"
            .formatted(Quantities.show(JournalConfig.MAX_SEGMENT_BYTES)));
    ErrorCode.BAD_REQUEST.require(
        budgetBytes >= 2 * segmentBytes, "journal.budget is at least twice journal.segment");
    ErrorCode.BAD_REQUEST.require(
        syncInterval.toMillis() > 0, "journal.sync-interval is at least 1ms");
  }
}
