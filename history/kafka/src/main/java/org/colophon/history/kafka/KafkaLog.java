// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.log.SharedLog;
import org.colophon.core.spi.log.SharedLogReader;
import org.colophon.core.spi.log.SharedLogWriter;

/**
 * A topic whose keys are machine ids. The values are frames; see {@link FrameHeaders}. A second
 * topic, which Kafka compacts, keeps the newest checkpoint of each host in one partition.
 *
 * <p>The producer is idempotent and waits for all replicas in sync. A send never expires, since an
 * expired batch could leave a hole; the service decides when to stop.
 */
final class KafkaLog implements SharedLog {
  private static final int REQUEST_SECONDS = 30;

  /** Largest frame with its prefix, for the topic and the producer. */
  private static final int MAX_FRAME_BYTES = 64 << 20;

  private static final int BATCH_BYTES = 256 << 10;
  private static final int BUFFER_BYTES = 96 << 20;
  private static final int LINGER_MILLIS = 5;

  /** If a reader does not poll for this time, Kafka assigns its partitions to other readers. */
  private static final int MAX_POLL_MILLIS = (int) TimeUnit.MINUTES.toMillis(10);

  private static final int MAX_POLL_FRAMES = 1000;

  /**
   * Settings of the compacted topic. Its segments are small: Kafka compacts only closed segments,
   * and a reader reads all of them from the beginning.
   */
  private static final Map<String, String> COMPACTED =
      Map.of("cleanup.policy", "compact", "segment.bytes", "16777216", "segment.ms", "600000");

  private final BrokerCheck brokers;
  private final String topic;
  private final int partitions;
  private final short replicas;
  private final String compression;
  private final int standbys;
  private final Map<String, Object> client;

  KafkaLog(
      BrokerCheck brokers,
      String topic,
      int partitions,
      short replicas,
      String compression,
      int standbys,
      Map<String, Object> client) {
    this.brokers = brokers;
    this.topic = topic;
    this.partitions = partitions;
    this.replicas = replicas;
    this.compression = compression;
    this.standbys = standbys;
    this.client = Map.copyOf(client);
  }

  @Override
  public String place() {
    return "topic " + topic + " at " + brokers.addresses();
  }

  @Override
  public SharedLogWriter writer() {
    int count = connected().partitions().size();
    Map<String, Object> settings = settings();
    settings.put("acks", "all");
    settings.put("enable.idempotence", true);
    settings.put("delivery.timeout.ms", Integer.MAX_VALUE);
    settings.put("linger.ms", LINGER_MILLIS);
    settings.put("batch.size", BATCH_BYTES);
    settings.put("buffer.memory", BUFFER_BYTES);
    settings.put("max.request.size", MAX_FRAME_BYTES);
    settings.put("compression.type", compression);
    settings.putAll(client);
    return withLoader(
        place(),
        () ->
            new KafkaLogWriter(
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()),
                topic,
                count,
                place()));
  }

  @Override
  public SharedLogReader reader(String group, String member) {
    TopicDescription described = connected();
    TopicRisks risks = risks(described);
    Map<String, Object> settings = settings();
    settings.put("enable.auto.commit", false);
    settings.put("auto.offset.reset", "earliest");
    Map<String, Object> alone = new HashMap<>(settings);
    alone.putAll(client);
    settings.put("group.id", group);
    settings.put("group.instance.id", member);
    settings.put("client.id", member);
    settings.put("max.poll.records", MAX_POLL_FRAMES);
    settings.put("max.poll.interval.ms", MAX_POLL_MILLIS);
    Roles roles = new Roles(standbys);
    settings.put(Roles.SETTING, roles);
    settings.put("partition.assignment.strategy", assignors());
    settings.putAll(client);
    return withLoader(
        place(),
        () ->
            new KafkaLogReader(
                consumer(settings), consumer(alone), described, risks, roles, place()));
  }

  /**
   * Returns the assignors, the preferred one first. A group uses one that all members have, so
   * members with and without standbys can be in one group while it changes.
   */
  private List<Class<?>> assignors() {
    return standbys == 0
        ? List.of(SoloAssignor.class)
        : List.of(StandbyAssignor.class, SoloAssignor.class);
  }

  private static KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> settings) {
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** Returns the topic of the checkpoints that belong to a topic of frames. */
  static String checkpoints(String topic) {
    return topic + "-checkpoints";
  }

  private Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", brokers.addresses());
    settings.put("request.timeout.ms", (int) TimeUnit.SECONDS.toMillis(REQUEST_SECONDS));
    return settings;
  }

  private TopicRisks risks(TopicDescription described) {
    try (Admin admin = admin()) {
      return TopicRisks.find(admin, described, replicas, REQUEST_SECONDS);
    } catch (TimeoutException e) {
      throw failed(place(), e);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("checking a topic of Kafka", e);
    }
  }

  private Admin admin() {
    Map<String, Object> settings = settings();
    settings.putAll(client);
    return withLoader(place(), () -> Admin.create(settings));
  }

  /** Describes the topic, after creating it if it does not exist. */
  private TopicDescription connected() {
    brokers.requireKafka(client);
    try (Admin admin = admin()) {
      Set<String> known = admin.listTopics().names().get(REQUEST_SECONDS, TimeUnit.SECONDS);
      if (!known.contains(topic)) {
        Map<String, String> endless =
            Map.of("retention.ms", "-1", "max.message.bytes", Integer.toString(MAX_FRAME_BYTES));
        create(admin, topic, partitions, endless);
      }
      if (!known.contains(checkpoints(topic))) {
        create(admin, checkpoints(topic), 1, COMPACTED);
      }
      TopicDescription described =
          admin
              .describeTopics(List.of(topic))
              .allTopicNames()
              .get(REQUEST_SECONDS, TimeUnit.SECONDS)
              .get(topic);
      return Objects.requireNonNull(described);
    } catch (ExecutionException | TimeoutException e) {
      throw failed(place(), e);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("connecting to Kafka", e);
    }
  }

  private void create(Admin admin, String name, int parts, Map<String, String> more)
      throws InterruptedException, TimeoutException, ExecutionException {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("min.insync.replicas", Integer.toString(Math.max(1, replicas - 1)));
    settings.put("unclean.leader.election.enable", "false");
    NewTopic made = new NewTopic(name, Optional.of(parts), Optional.of(replicas)).configs(settings);
    try {
      admin.createTopics(List.of(made)).all().get(REQUEST_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) { // another node created it
        throw e;
      }
    }
  }

  /** Returns the partition of a host, which all writers and readers compute alike. */
  static int partition(String hostId, int partitions) {
    return Utils.toPositive(Utils.murmur2(Utils.utf8(hostId))) % partitions;
  }

  /** Returns the failure of a request, with the innermost cause that Kafka's client names. */
  static ColophonException failed(String place, Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() instanceof KafkaException) {
      cause = cause.getCause();
    }
    return ErrorCode.IO_FAILED.exception(
        place + " does not work: " + cause.getMessage() + ": " + advice(cause), cause);
  }

  private static String advice(Throwable cause) {
    if (cause instanceof AuthenticationException) {
      return "correct the account and the certificates in the options kafka.sasl and kafka.ssl";
    }
    return cause instanceof AuthorizationException
        ? "grant the account the rights on the topic, as the guide to many hosts lists them"
        : "check the topic, its settings and the brokers";
  }

  /** Creates a client, which finds its own classes through the context class loader. */
  static <T> T withLoader(String place, Supplier<T> client) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(KafkaLog.class.getClassLoader());
    try {
      return client.get();
    } catch (KafkaException e) {
      throw failed(place, e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
