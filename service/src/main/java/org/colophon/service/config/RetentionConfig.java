// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.pattern.Glob;

/**
 * Rules for deleting old facts; nothing is deleted by default.
 *
 * @param age minimum age of facts that may be deleted
 * @param sizeBytes size of the store above which the oldest facts may be deleted; 0 for no limit
 * @param keepSnapshots snapshots whose ancestors are kept; {@code *} for all
 * @param keepMatching globs of objects whose ancestors are kept
 * @param every interval between the runs
 * @param share maximum share of the machine for a run, above 0 and at most 1
 */
public record RetentionConfig(
    Optional<Duration> age,
    long sizeBytes,
    List<String> keepSnapshots,
    List<String> keepMatching,
    Duration every,
    double share) {
  /** Default interval: a day. */
  public static final Duration DEFAULT_EVERY = Duration.ofDays(1);

  /** Default share: half a core of a machine with two cores. */
  public static final double DEFAULT_SHARE = 0.25;

  /** Configuration that deletes nothing. */
  public static final RetentionConfig KEEP_ALL =
      new RetentionConfig(Optional.empty(), 0, List.of(), List.of());

  /** Constructs a configuration with the default interval and share. */
  public RetentionConfig(
      Optional<Duration> age,
      long sizeBytes,
      List<String> keepSnapshots,
      List<String> keepMatching) {
    this(age, sizeBytes, keepSnapshots, keepMatching, DEFAULT_EVERY, DEFAULT_SHARE);
  }

  public RetentionConfig {
    ErrorCode.BAD_REQUEST.require(every.toSeconds() >= 60, "retention.every is at least a minute");
    ErrorCode.BAD_REQUEST.require(
        share > 0 && share <= 1, "retention.share is above 0 and at most 1");
    keepSnapshots = List.copyOf(keepSnapshots);
    keepMatching = checkedPatterns(keepMatching);
    ErrorCode.BAD_REQUEST.require(sizeBytes >= 0, "retention.size is not negative");
    ErrorCode.BAD_REQUEST.require(
        age.isEmpty() || age.get().toSeconds() >= 60, "retention.age is at least a minute");
  }

  /** Returns the given patterns if all are valid. */
  public static List<String> checkedPatterns(List<String> patterns) {
    patterns.forEach(Glob::of);
    return List.copyOf(patterns);
  }

  /** Returns true if nothing is ever deleted. */
  public boolean keepsAll() {
    return age.isEmpty() && sizeBytes == 0;
  }
}
