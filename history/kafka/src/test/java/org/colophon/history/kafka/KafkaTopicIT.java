// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.message.MessageTopic;
import org.colophon.testing.hosts.KafkaBrokers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sends messages to one real broker. */
@Timeout(120)
class KafkaTopicIT {
  @TempDir private Path directory;
  private KafkaBrokers brokers;
  private MessageTopic topic;

  @BeforeEach
  void createTopicOfSmallMessages() throws Exception {
    brokers = KafkaBrokers.start(directory.resolve("kafka"), 1);
    NewTopic made = new NewTopic("small", Optional.of(1), Optional.empty());
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.addresses()))) {
      admin.createTopics(List.of(made.configs(Map.of("max.message.bytes", "1000")))).all().get();
    }
    topic =
        new KafkaTopicFactory()
            .open(
                Map.of(
                    "brokers",
                    brokers.addresses(),
                    "topic",
                    "small",
                    "kafka.request.timeout.ms",
                    "500",
                    "kafka.delivery.timeout.ms",
                    "1000"));
  }

  @AfterEach
  void stop() {
    topic.close();
    brokers.close();
  }

  private long end() throws Exception {
    TopicPartition partition = new TopicPartition("small", 0);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.addresses()))) {
      return admin
          .listOffsets(Map.of(partition, OffsetSpec.latest()))
          .partitionResult(partition)
          .get(30, TimeUnit.SECONDS)
          .offset();
    }
  }

  @Test
  void sendsMessagesAfterOneThatTheTopicRefuses() throws Exception {
    topic.send("key", "first");
    assertThatThrownBy(() -> topic.send("key", "x".repeat(2000)))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_INPUT));
    topic.send("key", "last");

    assertThat(end()).isEqualTo(2);
  }

  @Test
  void sendsMessagesAfterTheBrokerWasAway() throws Exception {
    topic.send("key", "first");
    brokers.kill(0);
    assertThatThrownBy(() -> topic.send("key", "second"))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_FAILED));
    brokers.restart(0);
    sendWhenTheBrokerIsBack();

    assertThat(end()).isEqualTo(2);
  }

  /** Repeats the message until the broker has started, as a follower does. */
  private void sendWhenTheBrokerIsBack() {
    while (true) {
      try {
        topic.send("key", "second");
        return;
      } catch (ColophonException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.IO_FAILED);
      }
    }
  }
}
