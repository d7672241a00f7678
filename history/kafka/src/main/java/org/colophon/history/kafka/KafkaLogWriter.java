// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.core.spi.log.SharedLogWriter;

/** Appends frames with an idempotent producer. */
final class KafkaLogWriter implements SharedLogWriter {
  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final int partitions;
  private final String place;

  KafkaLogWriter(Producer<byte[], byte[]> producer, String topic, int partitions, String place) {
    this.producer = producer;
    this.topic = topic;
    this.partitions = partitions;
    this.place = place;
  }

  @Override
  public void append(HostFrame frame, Acknowledgement acknowledgement) {
    send(topic, KafkaLog.partition(frame.hostId(), partitions), frame, acknowledgement);
  }

  @Override
  public void checkpoint(HostFrame state) {
    send(KafkaLog.checkpoints(topic), 0, state, failure -> {}); // a later one follows
  }

  private void send(String to, int partition, HostFrame frame, Acknowledgement acknowledgement) {
    byte[] key = frame.hostId().getBytes(StandardCharsets.UTF_8);
    ProducerRecord<byte[], byte[]> entry = new ProducerRecord<>(to, partition, key, frame.bytes());
    FrameHeaders.add(frame, entry.headers());
    try {
      var unused =
          producer.send(
              entry,
              (stored, failure) ->
                  acknowledgement.done(failure == null ? null : KafkaLog.failed(place, failure)));
    } catch (KafkaException e) {
      throw KafkaLog.failed(place, e);
    }
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }
}
