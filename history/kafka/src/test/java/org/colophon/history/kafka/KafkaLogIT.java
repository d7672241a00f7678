// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.core.spi.log.SharedLog;
import org.colophon.core.spi.log.SharedLogReader;
import org.colophon.core.spi.log.SharedLogWriter;
import org.colophon.testing.hosts.KafkaBrokers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the shared log on one real broker. */
@Timeout(120)
class KafkaLogIT {
  private static final String WEB = "a".repeat(32);
  private static final String DB = "b".repeat(32);

  @TempDir private static Path directory;
  private static KafkaBrokers brokers;

  @BeforeAll
  static void start() {
    brokers = KafkaBrokers.start(directory.resolve("kafka"), 1);
  }

  @AfterAll
  static void stop() {
    brokers.close();
  }

  private static SharedLog log(String topic) {
    return log(topic, 0);
  }

  private static SharedLog log(String topic, int standbys) {
    return new KafkaLogFactory()
        .open(
            Map.of(
                "brokers",
                brokers.addresses(),
                "topic",
                topic,
                "partitions",
                "4",
                "replicas",
                "1",
                "standbys",
                Integer.toString(standbys)));
  }

  private static HostFrame frame(String host, int number) {
    return new HostFrame(
        host, "name", 0xABCDL, ("frame " + number).getBytes(StandardCharsets.UTF_8));
  }

  private static void append(SharedLogWriter writer, HostFrame frame) throws Exception {
    CompletableFuture<Exception> done = new CompletableFuture<>();
    writer.append(frame, done::complete);
    assertThat(done.get(30, TimeUnit.SECONDS)).isNull();
  }

  /** Collects the frames and reports of a reader. */
  private static final class Collector implements SharedLogReader.Consumer {
    final Map<Integer, Long> positions = new HashMap<>();
    final Set<Integer> assigned = ConcurrentHashMap.newKeySet();
    final Set<Integer> ended = ConcurrentHashMap.newKeySet();
    final List<String> frames = new ArrayList<>();
    final List<String> ignored = new ArrayList<>();
    final List<String> newer = new ArrayList<>();
    final List<String> checkpoints = new ArrayList<>();
    final List<Long> times = new ArrayList<>();

    @Override
    public Map<Integer, Long> assigned(Set<Integer> partitions) {
      assigned.addAll(partitions);
      return positions;
    }

    @Override
    public void revoked(Set<Integer> partitions) {
      assigned.removeAll(partitions);
    }

    @Override
    public void frame(int partition, long nextPosition, HostFrame frame) {
      positions.put(partition, nextPosition);
      frames.add(
          frame.hostId().charAt(0) + " " + new String(frame.bytes(), StandardCharsets.UTF_8));
      assertThat(frame.storeId()).isEqualTo(0xABCDL);
      assertThat(frame.hostName()).isEqualTo("name");
    }

    @Override
    public void checkpoint(HostFrame state) {
      checkpoints.add(
          state.hostId().charAt(0) + " " + new String(state.bytes(), StandardCharsets.UTF_8));
    }

    @Override
    public void reachedEnd(Set<Integer> partitions) {
      ended.addAll(partitions);
    }

    @Override
    public void sent(HostFrame frame, long sentMillis) {
      times.add(sentMillis);
    }

    @Override
    public void tooNew(int partition, long nextPosition, String hostId, String reason) {
      newer.add(hostId.charAt(0) + " " + reason);
    }

    @Override
    public void ignored(int partition, long nextPosition, String reason) {
      ignored.add(reason);
    }
  }

  @Test
  void reportsSendTimesOnlyOfFramesThatItWaitedFor() throws Exception {
    SharedLog log = log("times");
    Collector collector = new Collector();
    try (SharedLogWriter writer = log.writer()) {
      append(writer, frame(WEB, 0));
      try (SharedLogReader reader = log.reader("group", "one")) {
        while (collector.frames.isEmpty()) {
          reader.poll(100, collector);
        }
        assertThat(collector.times).as("send times of frames that may be old").isEmpty();
        for (int i = 1; collector.times.isEmpty(); i++) {
          append(writer, frame(WEB, i));
          reader.poll(100, collector);
        }
        assertThat(collector.times.get(0))
            .isCloseTo(System.currentTimeMillis(), within(TimeUnit.MINUTES.toMillis(1)));
      }
    }
  }

  @Test
  void readerContinuesAtPositionOfItsConsumer() throws Exception {
    SharedLog log = log("positions");
    Collector collector = new Collector();
    try (SharedLogWriter writer = log.writer()) {
      for (int i = 0; i < 5; i++) {
        append(writer, frame(i % 2 == 0 ? WEB : DB, i));
      }
      try (SharedLogReader reader = log.reader("group", "one")) {
        while (collector.frames.size() < 5) {
          reader.poll(100, collector);
        }
        assertThat(collector.assigned).hasSize(4);
        while (collector.ended.size() < 4) {
          reader.poll(100, collector);
        }
        assertThat(collector.positions)
            .containsOnlyKeys(reader.partition(WEB), reader.partition(DB));
      }
      assertThat(collector.frames.stream().filter(each -> each.startsWith("a")))
          .containsExactly("a frame 0", "a frame 2", "a frame 4");
      append(writer, frame(WEB, 9));
      try (SharedLogReader reader = log.reader("group", "one")) {
        while (collector.frames.size() < 6) {
          reader.poll(100, collector);
        }
      }
      assertThat(collector.frames).endsWith("a frame 9").hasSize(6);
    }
  }

  /** A member of a group, which is restarted with another number of standbys. */
  private static final class Member implements AutoCloseable {
    private final String name;
    private SharedLogReader reader;
    private Collector collector = new Collector();

    Member(String name) {
      this.name = name;
      restart(0);
    }

    void restart(int standbys) {
      if (reader != null) {
        reader.close();
      }
      collector = new Collector();
      reader = log("roles", standbys).reader("group", name);
    }

    /** Returns the partitions, each marked if another member is the first one of it. */
    Set<String> roles() {
      Set<String> roles = new TreeSet<>();
      collector.assigned.forEach(
          each -> roles.add(each + (reader.isStandby(each) ? " standby" : "")));
      return roles;
    }

    @Override
    public void close() {
      reader.close();
    }
  }

  private static void poll(Member one, Member two, BooleanSupplier until) {
    while (!until.getAsBoolean()) {
      one.reader.poll(50, one.collector);
      two.reader.poll(50, two.collector);
    }
  }

  /** Returns whether each partition has one member. */
  private static boolean isShared(Member one, Member two) {
    Set<String> all = new TreeSet<>(one.roles());
    all.addAll(two.roles());
    return all.equals(Set.of("0", "1", "2", "3")) && one.roles().size() == two.roles().size();
  }

  @Test
  void groupGetsAndLosesStandbysWhileItsMembersRestartOneByOne() {
    try (Member one = new Member("one");
        Member two = new Member("two")) {
      poll(one, two, () -> isShared(one, two));
      one.restart(1);
      poll(one, two, () -> isShared(one, two));
      two.restart(1);
      poll(one, two, () -> one.roles().size() == 4 && two.roles().size() == 4);
      assertThat(one.roles()).containsExactly("0", "1 standby", "2", "3 standby");
      assertThat(two.roles()).containsExactly("0 standby", "1", "2 standby", "3");
      two.restart(0);
      poll(one, two, () -> isShared(one, two));
      one.restart(0);
      poll(one, two, () -> isShared(one, two));
    }
  }

  @Test
  void eachReaderGetsTheCheckpointsOfAllHostsInOrder() throws Exception {
    SharedLog log = log("certified");
    try (SharedLogWriter writer = log.writer()) {
      append(writer, frame(WEB, 0));
      writer.checkpoint(frame(WEB, 1));
      writer.checkpoint(frame(DB, 1));
      writer.checkpoint(frame(WEB, 2));
      append(writer, frame(WEB, 3)); // so the producer has sent everything before
    }
    for (String group : List.of("first", "second")) {
      Collector collector = new Collector();
      try (SharedLogReader reader = log.reader(group, "one")) {
        while (collector.checkpoints.size() < 3 || collector.frames.size() < 2) {
          reader.poll(100, collector);
        }
      }
      assertThat(collector.checkpoints).containsExactly("a frame 1", "b frame 1", "a frame 2");
      assertThat(collector.frames).containsExactly("a frame 0", "a frame 3");
    }
  }

  @Test
  void compactsCheckpointsByHost() throws Exception {
    log("compacted").writer().close();
    Map<String, Object> settings = Map.of("bootstrap.servers", brokers.addresses());
    try (Admin admin = Admin.create(settings)) {
      ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "compacted-checkpoints");
      Config config = describe(admin, topic);
      assertThat(config.get("cleanup.policy").value()).isEqualTo("compact");
    }
  }

  /**
   * Describes a new topic. Retries, since a broker learns later of a topic that another one
   * created.
   */
  private static Config describe(Admin admin, ConfigResource topic) throws Exception {
    while (true) {
      try {
        return admin.describeConfigs(List.of(topic)).all().get().get(topic);
      } catch (ExecutionException e) {
        assertThat(e).hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
      }
    }
  }

  @Test
  void namesSettingsOfTopicThatDeletesFrames() throws Exception {
    NewTopic topic = new NewTopic("deleting", 1, (short) 1).configs(Map.of("retention.ms", "1000"));
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, "deleting");
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.addresses()))) {
      admin.createTopics(List.of(topic)).all().get();
      describe(admin, resource);
    }
    try (SharedLogReader reader = log("deleting").reader("group", "one")) {
      assertThat(reader.risks(true)).singleElement().asString().contains("retention.ms=1000");
      assertThat(reader.risks(false)).isEmpty();
    }
  }

  @Test
  void ignoresEntriesOfOtherProgramsAndReportsThoseOfNewerForms() throws Exception {
    SharedLog log = log("foreign");
    Collector collector = new Collector();
    try (SharedLogWriter writer = log.writer();
        KafkaProducer<byte[], byte[]> other =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers.addresses()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        SharedLogReader reader = log.reader("group", "one")) {
      other.send(new ProducerRecord<>("foreign", 0, null, new byte[] {1, 2, 3})).get();
      append(writer, frame(WEB, 0));
      while (collector.frames.isEmpty() || collector.ignored.isEmpty()) {
        reader.poll(100, collector);
      }
      assertThat(collector.ignored.get(0)).contains("another program wrote offset");

      byte[] key = DB.getBytes(StandardCharsets.UTF_8);
      for (String topic : List.of("foreign", "foreign-checkpoints")) {
        ProducerRecord<byte[], byte[]> newer = new ProducerRecord<>(topic, 0, key, new byte[] {2});
        newer.headers().add("colophon", "2".getBytes(StandardCharsets.UTF_8));
        other.send(newer).get();
      }
      writer.checkpoint(frame(WEB, 1));
      append(writer, frame(WEB, 2));
      while (collector.newer.isEmpty()
          || collector.frames.size() < 2
          || collector.checkpoints.isEmpty()) {
        reader.poll(100, collector);
      }
      assertThat(collector.newer)
          .singleElement()
          .asString()
          .startsWith("b topic foreign has a record of a newer form at partition 0")
          .endsWith("use the newer Colophon that wrote it");
      assertThat(collector.checkpoints).containsExactly("a frame 1");
    }
  }

  /**
   * Kafka's client would interpret the first four bytes of an HTTP answer as a length of 1.2 GB.
   */
  @Test
  void rejectsServerThatIsNoBroker() throws Exception {
    try (ServerSocket web = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> answer(web));
      SharedLog log =
          new KafkaLogFactory().open(Map.of("brokers", "127.0.0.1:" + web.getLocalPort()));
      assertThatThrownBy(log::writer).hasMessageContaining("is not a Kafka broker");
      answering.get(30, TimeUnit.SECONDS);
    }
  }

  private static void answer(ServerSocket web) {
    try (Socket caller = web.accept()) {
      caller
          .getOutputStream()
          .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      caller.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void reportsBrokersThatCannotBeReached() {
    SharedLog log = new KafkaLogFactory().open(Map.of("brokers", "127.0.0.1:1"));
    assertThatThrownBy(log::writer).hasMessageContaining("no broker of 127.0.0.1:1");
  }
}
