// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config.history;

import java.util.Map;
import java.util.Optional;
import org.colophon.core.feed.ArchiveConfig;
import org.colophon.core.plugin.RecordCopy;
import org.colophon.history.certified.CertifyConfig;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.history.follow.FollowConfig;
import org.colophon.history.index.IndexConfig;

/**
 * Settings for copies of histories.
 *
 * @param follow the service whose history this service copies.
 * @param archive the archive of this service's whole journal.
 * @param publish the shared log to which this service ships its history.
 * @param index the histories of other hosts that this service copies from a shared log.
 * @param nodes services that answer for other hosts.
 * @param certify settings of certification.
 * @param shared directories that hosts share: for each directory's name, its path on each host.
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

  /** Returns the same settings with another service to follow. */
  public ReplicationConfig following(FollowConfig value) {
    return RecordCopy.with(this, "follow", Optional.of(value));
  }

  /** Returns the same settings with an archive. */
  public ReplicationConfig archiving(ArchiveConfig value) {
    return RecordCopy.with(this, "archive", Optional.of(value));
  }

  /** Returns the same settings with a shared log to ship to. */
  public ReplicationConfig publishing(SharedLogSpec value) {
    return RecordCopy.with(this, "publish", Optional.of(value));
  }

  /** Returns the same settings with other services that answer for hosts. */
  public ReplicationConfig asking(NodesConfig value) {
    return RecordCopy.with(this, "nodes", Optional.of(value));
  }

  /** Returns the same settings with directories that hosts share. */
  public ReplicationConfig sharing(Map<String, Map<String, String>> value) {
    return RecordCopy.with(this, "shared", value);
  }

  /** Returns the same settings with histories to copy from a shared log. */
  public ReplicationConfig indexing(IndexConfig value) {
    return RecordCopy.with(this, "index", Optional.of(value));
  }

  /** Returns the same settings with certification. */
  public ReplicationConfig certifying(CertifyConfig value) {
    return RecordCopy.with(this, "certify", Optional.of(value));
  }

  /** Returns the settings that apply to the store of another host. */
  public ReplicationConfig ofHost() {
    return RecordCopy.with(NONE, "archive", archive);
  }
}
