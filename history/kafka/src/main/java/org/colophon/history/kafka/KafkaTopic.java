// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.message.MessageTopic;
import org.jspecify.annotations.Nullable;

/**
 * A topic that belongs to its readers, so this class does not create it. The producer is idempotent
 * and waits for all replicas in sync. It connects at the first message, and again after a failure.
 * One thread.
 */
final class KafkaTopic implements MessageTopic {
  private static final int REQUEST_MILLIS = 15_000;
  private static final int WAIT_MILLIS = 30_000;

  /** The topic decides about the size of messages, so the limit of the client is high. */
  private static final int MAX_MESSAGE_BYTES = 32 << 20;

  private final BrokerCheck brokers;
  private final String topic;
  private final Map<String, Object> client;
  private @Nullable Producer<byte[], byte[]> producer;

  KafkaTopic(BrokerCheck brokers, String topic, Map<String, Object> client) {
    this.brokers = brokers;
    this.topic = topic;
    this.client = Map.copyOf(client);
  }

  private String place() {
    return "topic " + topic + " at " + brokers.addresses();
  }

  @Override
  public void send(String key, String value) {
    ProducerRecord<byte[], byte[]> message =
        new ProducerRecord<>(
            topic, key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
    try {
      var unused = connected().send(message).get();
    } catch (ExecutionException e) {
      throw failed(e.getCause() == null ? e : e.getCause());
    } catch (KafkaException e) {
      throw failed(e);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("sending to Kafka", e);
    }
  }

  private Producer<byte[], byte[]> connected() {
    if (producer == null) {
      brokers.requireKafka(client);
      producer =
          KafkaLog.withLoader(
              place(),
              () ->
                  new KafkaProducer<>(
                      settings(), new ByteArraySerializer(), new ByteArraySerializer()));
    }
    return producer;
  }

  private Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", brokers.addresses());
    settings.put("acks", "all");
    settings.put("enable.idempotence", true);
    settings.put("linger.ms", 0);
    settings.put("request.timeout.ms", REQUEST_MILLIS);
    settings.put("delivery.timeout.ms", WAIT_MILLIS);
    settings.put("max.block.ms", WAIT_MILLIS);
    settings.put("max.request.size", MAX_MESSAGE_BYTES);
    settings.putAll(client);
    return settings;
  }

  private ColophonException failed(Throwable cause) {
    if (cause instanceof RecordTooLargeException || cause instanceof InvalidRecordException) {
      return ErrorCode.BAD_INPUT.exception(
          place() + " refuses the message: " + cause.getMessage(), cause);
    }
    close();
    return KafkaLog.failed(place(), cause);
  }

  @Override
  public void close() {
    if (producer != null) {
      producer.close(Duration.ZERO);
      producer = null;
    }
  }
}
