// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicRisksTest {
  private final TopicRisks risks = new TopicRisks(new ArrayList<>(), new ArrayList<>());

  private void check(int replicas, String... settings) {
    List<ConfigEntry> entries = new ArrayList<>();
    for (String each : settings) {
      entries.add(new ConfigEntry(each.replaceFirst("=.*", ""), each.replaceFirst("[^=]*=", "")));
    }
    risks.check("frames", replicas, new Config(entries));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "min.insync.replicas=1",
        "cleanup.policy=compact,delete",
        "unclean.leader.election.enable=true"
      })
  void namesSettingsThatLoseFrames(String setting) {
    check(3, setting);

    assertThat(risks.of(false)).singleElement().asString().contains("frames has " + setting);
  }

  @ParameterizedTest
  @ValueSource(strings = {"retention.ms=604800000", "retention.bytes=1000"})
  void namesDeletionsOnlyIfAllFramesAreNeeded(String setting) {
    check(3, setting);

    assertThat(risks.of(true)).singleElement().asString().contains("frames has " + setting);
    assertThat(risks.of(false)).isEmpty();
  }

  @Test
  void acceptsSettingsOfTopicsThatItCreates() {
    check(
        3,
        "min.insync.replicas=2",
        "cleanup.policy=delete",
        "unclean.leader.election.enable=false",
        "retention.ms=-1",
        "retention.bytes=-1",
        "segment.bytes=1000");

    assertThat(risks.of(true)).isEmpty();
  }

  @Test
  void acceptsOneAcknowledgementOfFewReplicas() {
    check(2, "min.insync.replicas=1");

    assertThat(risks.of(true)).isEmpty();
  }
}
