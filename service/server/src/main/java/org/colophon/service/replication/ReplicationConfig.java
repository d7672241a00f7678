package org.colophon.service.replication;

import java.util.Map;
import java.util.Optional;
import org.colophon.core.feed.ArchiveConfig;

/**
 * Settings for copies of histories.
 *
 * @param follow the service whose history this one copies.
 * @param archive the archive of this service's whole journal.
 * @param publish the shared log to which this service ships its history.
 * @param index the histories of other hosts that this service copies from a shared log.
 * @param nodes services that answer for other hosts.
 * @param certify settings of certification.
 * @param shared directories that hosts have in common: paths by host, by the directory's name.
 */
public record ReplicationConfig(
    Optional<FollowConfig> follow,
    Optional<ArchiveConfig> archive,
    Optional<SharedLogSpec> publish,
    Optional<IndexConfig> index,
    Optional<NodesConfig> nodes,
    Optional<CertifyConfig> certify,
    Map<String, Map<String, String>> shared) {
  public static final ReplicationConfig NONE =
      new ReplicationConfig(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of());

  /** Returns the same with another service to follow. */
  public ReplicationConfig following(FollowConfig value) {
    return new ReplicationConfig(
        Optional.of(value), archive, publish, index, nodes, certify, shared);
  }

  /** Returns the same with an archive. */
  public ReplicationConfig archiving(ArchiveConfig value) {
    return new ReplicationConfig(
        follow, Optional.of(value), publish, index, nodes, certify, shared);
  }

  /** Returns the same with a log to ship to. */
  public ReplicationConfig publishing(SharedLogSpec value) {
    return new ReplicationConfig(
        follow, archive, Optional.of(value), index, nodes, certify, shared);
  }

  /** Returns the same with other services to ask. */
  public ReplicationConfig asking(NodesConfig value) {
    return new ReplicationConfig(
        follow, archive, publish, index, Optional.of(value), certify, shared);
  }

  /** Returns the same with directories that hosts have in common. */
  public ReplicationConfig sharing(Map<String, Map<String, String>> value) {
    return new ReplicationConfig(follow, archive, publish, index, nodes, certify, value);
  }

  /** Returns the same with other histories to index. */
  public ReplicationConfig indexing(IndexConfig value) {
    return new ReplicationConfig(
        follow, archive, publish, Optional.of(value), nodes, certify, shared);
  }

  /** Returns the same with certification. */
  public ReplicationConfig certifying(CertifyConfig value) {
    return new ReplicationConfig(
        follow, archive, publish, index, nodes, Optional.of(value), shared);
  }

  /** Returns the part that holds for the store of another host. */
  public ReplicationConfig ofHost() {
    return new ReplicationConfig(
        Optional.empty(),
        archive,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }
}
