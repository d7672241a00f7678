// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import java.nio.file.Path;
import java.time.Duration;
import org.colophon.core.error.ErrorCode;

/**
 * Settings for snapshots of copies.
 *
 * @param directory existing directory that all indexers of the group share
 * @param every time between two snapshots of a copy that changes
 */
public record SnapshotConfig(Path directory, Duration every) {
  public static final Duration DEFAULT_EVERY = Duration.ofHours(1);

  /** Checks the interval. */
  public SnapshotConfig {
    ErrorCode.BAD_REQUEST.require(
        !every.isZero() && !every.isNegative(), "index.snapshots.every is a positive time");
  }
}
