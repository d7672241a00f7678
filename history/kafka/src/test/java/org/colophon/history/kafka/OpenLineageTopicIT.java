// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.colophon.cli.Main;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.command.Colophon;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Console;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.testing.hosts.KafkaBrokers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sends OpenLineage events of recorded runs to one real broker. */
@Timeout(120)
class OpenLineageTopicIT {
  private static final long NANOS = 1_700_000_000_000_000_000L;
  private static final String PARENT = "lab/nightly.load/f99310b4-3c3c-1a1a-2b2b-c1b95c24ff11";
  private static final String ROOT = "lab/nightly/a99310b4-3c3c-1a1a-2b2b-c1b95c24ff11";

  @TempDir private static Path brokerDirectory;
  private static KafkaBrokers brokers;

  @TempDir private Path directory;

  @BeforeAll
  static void start() {
    brokers = KafkaBrokers.start(brokerDirectory.resolve("kafka"), 1);
  }

  @AfterAll
  static void stop() {
    brokers.close();
  }

  @BeforeEach
  void recordRun() {
    record(100);
  }

  private Path store() {
    return directory.resolve("store");
  }

  private void record(int pid) {
    try (Kernel kernel = new Store(store(), text -> {}).openKernel(List.of())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      long process = sink.process(ProcessDeclaration.of(pid, Bytes.of("/bin/cp"), NANOS), NANOS);
      long file = sink.objectAt(Bytes.of("/out" + pid), ObjectKind.FILE, NANOS);
      sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, 7, NANOS);
      sink.exit(process, 0, NANOS);
      sink.flush();
      kernel.drain();
    }
  }

  private record Outcome(int exitCode, String out, String err) {}

  private Outcome run(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Map<String, String> environment =
        Map.of("COLOPHON_STORE", store().toString(), "HOME", directory.toString());
    Console console = new Console(out, err, false, false, environment);
    int exitCode =
        Colophon.run(
            new Invocation(console, directory, new ByteArrayInputStream(new byte[0])), words);
    console.out().flush();
    console.err().flush();
    return new Outcome(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static String url(String topic) {
    return "kafka://" + brokers.addresses() + "/" + topic;
  }

  /** Returns the messages of a topic that has some. */
  private static List<ConsumerRecord<String, String>> messages(String topic, int count) {
    List<ConsumerRecord<String, String>> all = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", brokers.addresses()),
            new StringDeserializer(),
            new StringDeserializer())) {
      TopicPartition partition = new TopicPartition(topic, 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      while (all.size() < count) {
        consumer.poll(Duration.ofMillis(100)).forEach(all::add);
      }
    }
    return all;
  }

  private static Stream<String> keys(String topic) {
    return messages(topic, 2).stream().map(ConsumerRecord::key);
  }

  @Test
  void sendsEventsUnderTheKeyOfTheirJob() {
    String[] job = {"--job", "copy", "--namespace", "lab"};
    Outcome sent = run("openlineage", "--to", url("own"), job[0], job[1], job[2], job[3]);

    assertThat(sent.exitCode()).as(sent.err()).isZero();
    assertThat(sent.err()).contains("sent 2 events to kafka://");
    assertThat(keys("own")).containsExactly("run:lab/copy", "run:lab/copy");
    String printed = run("openlineage", job[0], job[1], job[2], job[3]).out();
    assertThat(messages("own", 2).stream().map(ConsumerRecord::value))
        .containsExactlyElementsOf(printed.lines().toList());
  }

  @Test
  void sendsEventsUnderTheKeyOfTheFirstKnownRunOfTheirChain() {
    run("openlineage", "--to", url("parent"), "--parent", PARENT);
    run("openlineage", "--to", url("root"), "--parent", PARENT, "--root-parent", ROOT);

    assertThat(keys("parent")).containsOnly("run:lab/nightly.load");
    assertThat(keys("root")).containsOnly("run:lab/nightly");
  }

  @Test
  void followsStoreUntilSigint() throws Exception {
    Path errors = directory.resolve("errors");
    Process follower =
        new ProcessBuilder(
                "env", // a program in the background of a shell ignores SIGINT
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "openlineage",
                "--store=" + store(),
                "--follow",
                "--to=" + url("live"))
            .redirectError(errors.toFile())
            .start();
    try {
      while (!hasMark()) {
        assertThat(follower.waitFor(20, TimeUnit.MILLISECONDS)).as("process ended").isFalse();
      }
      record(200);
      new ProcessBuilder("kill", "-INT", "" + follower.pid()).start().waitFor();
      assertThat(follower.waitFor()).as(Files.readString(errors)).isZero();
    } finally {
      follower.destroyForcibly();
    }

    assertThat(messages("live", 2))
        .hasSize(2)
        .last()
        .asString()
        .contains("\"COMPLETE\"", "/out200");
  }

  private boolean hasMark() throws IOException {
    try (Stream<Path> files = Files.list(store())) {
      return files.anyMatch(
          each -> each.getFileName().toString().matches("events-sent-[0-9a-f-]+"));
    }
  }

  @Test
  void usesSettingsOfServiceConfiguration() throws IOException {
    Files.writeString(
        directory.resolve("colophon.yaml"),
        "publish: {log: kafka, options: {brokers: 'x:1', kafka.compression.type: wrong}}\n");

    Outcome refused = run("openlineage", "--to", url("set"), "--config", "colophon.yaml");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(refused.err()).contains("0 of 2 events", "wrong", "compression.type");
  }

  @Test
  void reportsBrokersThatCannotBeReached() {
    Outcome away = run("openlineage", "--to", "kafka://127.0.0.1:1/topic");

    assertThat(away.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(away.err()).contains("has 0 of 2 events", "no broker of 127.0.0.1:1");
  }
}
