// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import java.util.Optional;
import org.colophon.history.copy.SharedLogSpec;

/**
 * Settings of an indexer, which copies histories from a shared log.
 *
 * @param log the shared log with the histories.
 * @param group name of the group of indexers that share the histories.
 * @param name name of this indexer, unique in the group and unchanged after a restart.
 * @param snapshots settings for snapshots of the copies; empty for none.
 */
public record IndexConfig(
    SharedLogSpec log, String group, String name, Optional<SnapshotConfig> snapshots) {
  public static final String DEFAULT_GROUP = "colophon-index";

  /** Constructs settings without snapshots. */
  public IndexConfig(SharedLogSpec log, String group, String name) {
    this(log, group, name, Optional.empty());
  }
}
