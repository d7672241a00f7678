// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.core.spi.log.SharedLogReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads as a member of a consumer group. The caller's {@code Consumer} sets the first positions.
 * The group's offsets are ignored, since another member may have had a partition before.
 */
final class KafkaLogReader implements SharedLogReader {
  private final KafkaConsumer<byte[], byte[]> kafka;
  private final KafkaConsumer<byte[], byte[]> checkpoints;
  private final String topic;
  private final String topicId;
  private final int partitions;
  private final TopicRisks risks;
  private final Roles roles;
  private final String place;
  private @Nullable Consumer current;
  private boolean isSubscribed;

  KafkaLogReader(
      KafkaConsumer<byte[], byte[]> kafka,
      KafkaConsumer<byte[], byte[]> checkpoints,
      TopicDescription described,
      TopicRisks risks,
      Roles roles,
      String place) {
    this.kafka = kafka;
    this.checkpoints = checkpoints;
    this.topic = described.name();
    this.topicId = described.topicId().toString();
    this.partitions = described.partitions().size();
    this.risks = risks;
    this.roles = roles;
    this.place = place;
  }

  @Override
  public int partition(String hostId) {
    return KafkaLog.partition(hostId, partitions);
  }

  @Override
  public boolean isStandby(int partition) {
    return roles.isStandby(partition);
  }

  @Override
  public List<String> risks(boolean needsAll) {
    return risks.of(needsAll);
  }

  @Override
  public String logId() {
    return topicId;
  }

  @Override
  public Map<Integer, Long> oldest(Set<Integer> numbers) {
    List<TopicPartition> all =
        numbers.stream().map(each -> new TopicPartition(topic, each)).toList();
    Map<Integer, Long> oldest = new HashMap<>();
    kafka.beginningOffsets(all).forEach((each, at) -> oldest.put(each.partition(), at));
    return oldest;
  }

  @Override
  public void poll(long timeoutMillis, Consumer consumer) {
    current = consumer;
    try {
      if (!isSubscribed) {
        kafka.subscribe(List.of(topic), new Assignment());
        List<TopicPartition> all = List.of(new TopicPartition(KafkaLog.checkpoints(topic), 0));
        checkpoints.assign(all);
        checkpoints.seekToBeginning(all);
        isSubscribed = true;
      }
      Set<TopicPartition> awaited =
          kafka.assignment().stream()
              .filter(each -> kafka.currentLag(each).orElse(Long.MAX_VALUE) == 0)
              .collect(Collectors.toSet());
      consumer.reachedEnd(numbers(awaited));
      Map<String, ConsumerRecord<byte[], byte[]>> newest = new HashMap<>();
      for (ConsumerRecord<byte[], byte[]> each : kafka.poll(Duration.ofMillis(timeoutMillis))) {
        HostFrame frame = pass(each);
        boolean isAwaited = awaited.contains(new TopicPartition(topic, each.partition()));
        if (frame != null && isAwaited && each.timestampType() == TimestampType.CREATE_TIME) {
          newest.put(frame.hostId(), each);
        }
      }
      newest
          .values()
          .forEach(
              each ->
                  consumer.sent(
                      Objects.requireNonNull(FrameHeaders.frame(each)), each.timestamp()));
      for (ConsumerRecord<byte[], byte[]> each : checkpoints.poll(Duration.ZERO)) {
        HostFrame state = FrameHeaders.isTooNew(each) ? null : FrameHeaders.frame(each);
        if (state != null) { // else another program wrote it, or a newer Colophon, as the frames
          consumer.checkpoint(state);
        }
      }
    } catch (KafkaException e) {
      throw KafkaLog.failed(place, e);
    }
  }

  private static Set<Integer> numbers(Collection<TopicPartition> all) {
    return all.stream().map(TopicPartition::partition).collect(Collectors.toSet());
  }

  /** Returns the frame of an entry; null for an entry of another kind. */
  private @Nullable HostFrame pass(ConsumerRecord<byte[], byte[]> entry) {
    Consumer consumer = Objects.requireNonNull(current);
    long next = entry.offset() + 1;
    if (FrameHeaders.isTooNew(entry)) {
      consumer.tooNew(
          entry.partition(),
          next,
          FrameHeaders.hostId(entry),
          "topic %s has a record of a newer form at partition %d, offset %d: use the newer Colophon that wrote it"
              .formatted(topic, entry.partition(), entry.offset()));
      return null;
    }
    HostFrame frame = FrameHeaders.frame(entry);
    if (frame == null) {
      consumer.ignored(
          entry.partition(),
          next,
          "another program wrote offset %d of partition %d of topic %s"
              .formatted(entry.offset(), entry.partition(), topic));
    } else {
      consumer.frame(entry.partition(), next, frame);
    }
    return frame;
  }

  @Override
  public void publish(Map<Integer, Long> positions) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    positions.forEach(
        (partition, next) ->
            offsets.put(new TopicPartition(topic, partition), new OffsetAndMetadata(next)));
    kafka.commitAsync(offsets, null);
  }

  /** Passes changes of the assignment to the consumer. */
  private final class Assignment implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
      Map<Integer, Long> positions = Objects.requireNonNull(current).assigned(numbers(assigned));
      for (TopicPartition each : assigned) {
        Long position = positions.get(each.partition());
        if (position == null) {
          kafka.seekToBeginning(List.of(each));
        } else {
          kafka.seek(each, position);
        }
      }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
      if (current != null) { // else the reader closes, and gets them again
        current.revoked(numbers(revoked));
      }
    }
  }

  /**
   * Closes the reader. Kafka keeps its membership for a while, so that a restart moves no
   * partition.
   */
  @Override
  public void close() {
    current = null;
    checkpoints.close(CloseOptions.timeout(Duration.ZERO));
    kafka.close(
        CloseOptions.timeout(Duration.ofSeconds(5))
            .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP));
  }
}
