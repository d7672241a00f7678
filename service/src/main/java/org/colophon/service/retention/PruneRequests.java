// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.retention;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.colophon.core.pattern.Glob;
import org.colophon.core.retention.PruneRequest;
import org.colophon.core.retention.RetentionPolicy;
import org.colophon.query.engine.EngineAncestors;
import org.colophon.service.config.RetentionConfig;
import org.jspecify.annotations.Nullable;

/** Converts a retention configuration to a prune request. */
public final class PruneRequests {
  private PruneRequests() {}

  /**
   * Returns a request as of an instant.
   *
   * @param adapter name of the adapter; null for the first readable adapter
   * @param minShare minimum share of the store that must be deletable
   * @param graceMillis time for which readers may still use the old content
   */
  public static PruneRequest of(
      RetentionConfig config,
      Instant now,
      @Nullable String adapter,
      boolean isDryRun,
      double minShare,
      long graceMillis) {
    RetentionPolicy policy =
        new RetentionPolicy(
            config.age().map(age -> nanos(now.minus(age))).orElse(0L),
            config.sizeBytes(),
            config.keepSnapshots(),
            names(config.keepMatching()),
            new EngineAncestors());
    return new PruneRequest(adapter, policy, isDryRun, minShare, config.share(), graceMillis);
  }

  private static long nanos(Instant instant) {
    return Math.max(1, TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano());
  }

  private static @Nullable Predicate<Bytes> names(List<String> patterns) {
    List<Glob> globs = patterns.stream().map(Glob::of).toList();
    return globs.isEmpty() ? null : path -> globs.stream().anyMatch(glob -> glob.matches(path));
  }
}
