package org.colophon.service.replication;

import java.util.Optional;
import org.colophon.core.feed.ArchiveConfig;

/**
 * The copies of a history.
 *
 * @param follow the service whose history this one copies
 * @param archive where this service keeps its whole journal
 */
public record ReplicationConfig(Optional<FollowConfig> follow, Optional<ArchiveConfig> archive) {
  public static final ReplicationConfig NONE =
      new ReplicationConfig(Optional.empty(), Optional.empty());

  /** Returns the same archive with another service to follow. */
  public ReplicationConfig following(FollowConfig value) {
    return new ReplicationConfig(Optional.of(value), archive);
  }
}
