package org.colophon.service.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.colophon.query.api.Glob;

/**
 * What the store may let go of. Nothing unless set.
 *
 * @param age what is older may go
 * @param sizeBytes the oldest may go while the store is larger; 0 for no limit
 * @param keepSnapshots what led to these snapshots stays; {@code *} for all
 * @param keepMatching what led to objects of such names stays, as globs
 * @param every how often what may go is let go of
 * @param share how much of the machine that may take, above 0 and at most 1
 */
public record RetentionConfig(
    Optional<Duration> age,
    long sizeBytes,
    List<String> keepSnapshots,
    List<String> keepMatching,
    Duration every,
    double share) {
  /** Once a day. */
  public static final Duration DEFAULT_EVERY = Duration.ofDays(1);

  /** Half a core of two. */
  public static final double DEFAULT_SHARE = 0.25;

  /** Everything stays. */
  public static final RetentionConfig KEEP_ALL =
      new RetentionConfig(Optional.empty(), 0, List.of(), List.of());

  /** Daily, in the background. */
  public RetentionConfig(
      Optional<Duration> age,
      long sizeBytes,
      List<String> keepSnapshots,
      List<String> keepMatching) {
    this(age, sizeBytes, keepSnapshots, keepMatching, DEFAULT_EVERY, DEFAULT_SHARE);
  }

  public RetentionConfig {
    Checks.require(every.toSeconds() >= 60, "retention.every is at least a minute");
    Checks.require(share > 0 && share <= 1, "retention.share is above 0 and at most 1");
    keepSnapshots = List.copyOf(keepSnapshots);
    keepMatching = checkedPatterns(keepMatching);
    Checks.require(sizeBytes >= 0, "retention.size is not negative");
    Checks.require(
        age.isEmpty() || age.get().toSeconds() >= 60, "retention.age is at least a minute");
  }

  /** Refuses what is no pattern. */
  public static List<String> checkedPatterns(List<String> patterns) {
    patterns.forEach(Glob::of);
    return List.copyOf(patterns);
  }

  /** Whether nothing may ever go. */
  public boolean keepsAll() {
    return age.isEmpty() && sizeBytes == 0;
  }
}
