// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.Configurable;

/**
 * Kafka's assignor, for a group of which some members have no standbys. Each reader is the first
 * one of all its partitions.
 */
public final class SoloAssignor extends CooperativeStickyAssignor implements Configurable {
  private Roles roles = new Roles(0);

  @Override
  public void configure(Map<String, ?> settings) {
    roles = Roles.of(settings);
  }

  @Override
  public void onAssignment(Assignment assignment, ConsumerGroupMetadata group) {
    super.onAssignment(assignment, group);
    roles.take(null);
  }
}
