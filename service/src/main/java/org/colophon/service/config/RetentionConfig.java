package org.colophon.service.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the store may let go of. Nothing unless set.
 *
 * @param age what is older may go
 * @param sizeBytes the oldest may go while the store is larger; 0 for no limit
 * @param keepSnapshots what led to these snapshots stays; {@code *} for all
 * @param keepMatching what led to objects of such names stays, as globs
 */
public record RetentionConfig(
    Optional<Duration> age, long sizeBytes, List<String> keepSnapshots, List<String> keepMatching) {
  /** Everything stays. */
  public static final RetentionConfig KEEP_ALL =
      new RetentionConfig(Optional.empty(), 0, List.of(), List.of());

  public RetentionConfig {
    keepSnapshots = List.copyOf(keepSnapshots);
    keepMatching = List.copyOf(keepMatching);
    Checks.require(sizeBytes >= 0, "retention.size is not negative");
    Checks.require(
        age.isEmpty() || age.get().toSeconds() >= 60, "retention.age is at least a minute");
  }
}
