// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.core.spi.log.SharedLog;
import org.colophon.core.spi.log.SharedLogReader;
import org.colophon.core.spi.log.SharedLogWriter;
import org.colophon.core.spi.message.MessageTopic;
import org.colophon.testing.hosts.KafkaBrokers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Uses one real broker with TLS, accounts and access lists, by the settings and the rights that
 * docs/how-to/operate-many-hosts.md names.
 */
@Timeout(180)
class SecuredBrokerIT {
  private static final String WEB = "a".repeat(32);

  @TempDir private static Path directory;
  private static KafkaBrokers brokers;

  @BeforeAll
  static void start() throws Exception {
    issueCertificates();
    brokers =
        KafkaBrokers.start(
            directory.resolve("kafka"),
            1,
            new KafkaBrokers.Listener(
                "SASL_SSL",
                """
                sasl.enabled.mechanisms=SCRAM-SHA-512
                sasl.mechanism.inter.broker.protocol=SCRAM-SHA-512
                listener.name.client.scram-sha-512.sasl.jaas.config=%s
                ssl.keystore.type=PEM
                ssl.keystore.location=%s
                ssl.truststore.type=PEM
                ssl.truststore.location=%s
                authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
                super.users=User:admin;User:ANONYMOUS
                """
                    .formatted(
                        account("admin", "admin"),
                        directory.resolve("broker.pem"),
                        directory.resolve("ca.pem")),
                List.of(
                    "--add-scram=SCRAM-SHA-512=[name=admin,password=admin]",
                    "--add-scram=SCRAM-SHA-512=[name=web1,password=writes]",
                    "--add-scram=SCRAM-SHA-512=[name=indexer,password=reads]")));
    grantRights();
  }

  @AfterAll
  static void stop() {
    brokers.close();
  }

  private static void issueCertificates() throws Exception {
    String request = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 ";
    shell(request + "-keyout ca.key -out ca.pem -subj /CN=ca");
    shell(request + "-keyout other.key -out other.pem -subj /CN=other");
    shell(
        request
            + "-keyout broker.key -out broker.crt -subj /CN=broker -CA ca.pem -CAkey ca.key"
            + " -addext subjectAltName=IP:127.0.0.1");
    shell("cat broker.key broker.crt > broker.pem");
  }

  private static void shell(String command) throws Exception {
    Process process =
        new ProcessBuilder("sh", "-c", command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("shell.log").toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(directory.resolve("shell.log"))).isZero();
  }

  private static String account(String name, String password) {
    return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\" password=\"%s\";"
        .formatted(name, password);
  }

  private static void grantRights() throws Exception {
    Map<String, Object> settings = new HashMap<>();
    client("admin", "admin").forEach((name, value) -> settings.put(name.substring(6), value));
    settings.put("bootstrap.servers", brokers.addresses());
    try (Admin admin = Admin.create(settings)) {
      admin.createTopics(List.of(new NewTopic("events", 1, (short) 1))).all().get();
      List<AclBinding> rights = new ArrayList<>();
      for (String topic : List.of("frames", "frames-checkpoints", "events")) {
        for (AclOperation each :
            List.of(AclOperation.WRITE, AclOperation.DESCRIBE, AclOperation.CREATE)) {
          rights.add(right("web1", ResourceType.TOPIC, topic, each));
        }
        rights.add(right("indexer", ResourceType.TOPIC, topic, AclOperation.READ));
        rights.add(right("indexer", ResourceType.TOPIC, topic, AclOperation.DESCRIBE));
        rights.add(right("indexer", ResourceType.TOPIC, topic, AclOperation.DESCRIBE_CONFIGS));
      }
      rights.add(right("indexer", ResourceType.GROUP, "indexers", AclOperation.READ));
      admin.createAcls(rights).all().get();
    }
  }

  private static AclBinding right(
      String user, ResourceType type, String name, AclOperation operation) {
    return new AclBinding(
        new ResourcePattern(type, name, PatternType.LITERAL),
        new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW));
  }

  private static Map<String, String> client(String name, String password) {
    Map<String, String> options = new HashMap<>();
    options.put("kafka.security.protocol", "SASL_SSL");
    options.put("kafka.sasl.mechanism", "SCRAM-SHA-512");
    options.put("kafka.sasl.jaas.config", account(name, password));
    options.put("kafka.ssl.truststore.type", "PEM");
    options.put("kafka.ssl.truststore.location", directory.resolve("ca.pem").toString());
    return options;
  }

  private static SharedLog log(Map<String, String> client) {
    Map<String, String> options = new HashMap<>(client);
    options.put("brokers", brokers.addresses());
    options.put("topic", "frames");
    options.put("partitions", "2");
    options.put("replicas", "1");
    return new KafkaLogFactory().open(options);
  }

  private static void append(SharedLog log, String content) throws Exception {
    try (SharedLogWriter writer = log.writer()) {
      CompletableFuture<Optional<Exception>> done = new CompletableFuture<>();
      writer.append(
          new HostFrame(WEB, "web1", 7, content.getBytes(StandardCharsets.UTF_8)),
          failure -> done.complete(Optional.ofNullable(failure)));
      Optional<Exception> failure = done.get(60, TimeUnit.SECONDS);
      if (failure.isPresent()) {
        throw failure.get();
      }
    }
  }

  /** Keeps the contents of frames. */
  private static final class Contents implements SharedLogReader.Consumer {
    final List<String> frames = new ArrayList<>();

    @Override
    public Map<Integer, Long> assigned(Set<Integer> partitions) {
      return Map.of();
    }

    @Override
    public void revoked(Set<Integer> partitions) {}

    @Override
    public void frame(int partition, long nextPosition, HostFrame frame) {
      frames.add(new String(frame.bytes(), StandardCharsets.UTF_8));
    }

    @Override
    public void tooNew(int partition, long nextPosition, String hostId, String reason) {}

    @Override
    public void reachedEnd(Set<Integer> partitions) {}

    @Override
    public void checkpoint(HostFrame state) {}

    @Override
    public void sent(HostFrame frame, long sentMillis) {}

    @Override
    public void ignored(int partition, long nextPosition, String reason) {}
  }

  @Test
  void shipsFramesWithTheRightsThatTheGuideNames() throws Exception {
    append(log(client("web1", "writes")), "frame");

    Contents contents = new Contents();
    try (SharedLogReader reader = log(client("indexer", "reads")).reader("indexers", "one")) {
      assertThat(reader.risks(true)).isEmpty();
      while (contents.frames.isEmpty()) {
        reader.poll(200, contents);
      }
    }
    assertThat(contents.frames).containsExactly("frame");
  }

  @Test
  void sendsMessagesWithTheAccountOfTheTopic() {
    Map<String, String> options = client("web1", "writes");
    options.put("brokers", brokers.addresses());
    options.put("topic", "events");
    try (MessageTopic topic = new KafkaTopicFactory().open(options)) {
      topic.send("key", "event");
    }
  }

  @Test
  void namesTheCauseOfRefusedConnections() throws Exception {
    Map<String, String> untrusting = client("web1", "writes");
    untrusting.put("kafka.ssl.truststore.location", directory.resolve("other.pem").toString());

    assertRefused(client("web1", "wrong"), "correct the account and the certificates");
    assertRefused(untrusting, "SSL handshake failed");
    assertRefused(Map.of(), "brokers with TLS need the option kafka.security.protocol");
    append(log(client("web1", "writes")), "another frame");
    assertRefused(client("indexer", "reads"), "grant the account the rights on the topic");
  }

  /** Asserts that a host with some settings cannot append, and that the message has the cause. */
  private static void assertRefused(Map<String, String> client, String cause) {
    assertThatThrownBy(() -> append(log(client), "refused"))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_FAILED))
        .hasMessageContaining(cause);
  }
}
