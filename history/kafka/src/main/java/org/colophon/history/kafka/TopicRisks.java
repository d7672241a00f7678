// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Settings of a topic by which Kafka may lose frames that it has acknowledged.
 *
 * @param losses a sentence for each setting
 * @param deletions a sentence for each setting by which old frames are deleted
 */
record TopicRisks(List<String> losses, List<String> deletions) {
  private static final int SAFE_REPLICAS = 2;
  private static final String FOREVER = "-1";

  /**
   * Finds the risks of a topic.
   *
   * @param replicas the wanted number of replicas
   * @param timeoutSeconds time limit of the request
   */
  static TopicRisks find(Admin admin, TopicDescription described, int replicas, int timeoutSeconds)
      throws InterruptedException, TimeoutException {
    String topic = described.name();
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    TopicRisks risks = new TopicRisks(new ArrayList<>(), new ArrayList<>());
    try {
      Config config =
          admin
              .describeConfigs(List.of(resource))
              .all()
              .get(timeoutSeconds, TimeUnit.SECONDS)
              .get(resource);
      int found = described.partitions().get(0).replicas().size();
      risks.check(topic, found, replicas);
      risks.check(topic, found, Objects.requireNonNull(config));
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNull(e.getCause());
      if (!(cause instanceof UnknownTopicOrPartitionException)) { // this program just created it
        risks.losses.add(
            "the settings of topic %s are not checked: %s; grant the indexer DescribeConfigs"
                .formatted(topic, cause.getMessage()));
      }
    }
    return risks;
  }

  private void check(String topic, int replicas, int wanted) {
    if (replicas < wanted) {
      losses.add(
          "topic %s has %d of the configured %d replicas: a lost broker can lose frames"
              .formatted(topic, replicas, wanted));
    }
  }

  /** Adds the risks of the settings of a topic with some replicas. */
  void check(String topic, int replicas, Config config) {
    for (ConfigEntry each : config.entries()) {
      String setting = "topic %s has %s=%s: ".formatted(topic, each.name(), each.value());
      switch (each.name()) {
        case TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG -> {
          boolean hasSpare = replicas > SAFE_REPLICAS;
          if (hasSpare && Integer.parseInt(each.value()) < SAFE_REPLICAS) {
            losses.add(setting + "a frame may be on one broker only; set 2");
          }
        }
        case TopicConfig.CLEANUP_POLICY_CONFIG -> {
          if (each.value().contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            losses.add(setting + "only the last frame of each host is kept; set delete");
          }
        }
        case TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG -> {
          if (Boolean.parseBoolean(each.value())) {
            losses.add(setting + "a broker without the newest frames may lead; set false");
          }
        }
        case TopicConfig.RETENTION_MS_CONFIG, TopicConfig.RETENTION_BYTES_CONFIG -> {
          if (!each.value().equals(FOREVER)) {
            deletions.add(setting + "old frames are deleted; set -1, or configure snapshots");
          }
        }
        default -> {
          // The other settings lose nothing.
        }
      }
    }
  }

  /** Returns the sentences for a reader that may need all old frames, or that has snapshots. */
  List<String> of(boolean needsAll) {
    return needsAll
        ? Stream.concat(losses.stream(), deletions.stream()).toList()
        : List.copyOf(losses);
  }
}
