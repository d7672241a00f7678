// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends real runs as OpenLineage events, and imports them into another store. */
final class OpenLineageIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path temporary;

  private Path directory;
  private CommandTester tester;

  @BeforeEach
  void traceTwoOutputs() throws IOException {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory).withStrace();
    Files.writeString(directory.resolve("one"), "1\n");
    Files.writeString(directory.resolve("two"), "2\n");
    String script = "cd '" + directory + "' && cat one > copy1 && cat two > copy2";
    Outcome traced = tester.run("trace", "--", "sh", "-c", script);
    assertThat(traced.exitCode()).as(traced.err()).isZero();
  }

  @Test
  void givesTheSameLineageAfterAnImport() throws IOException {
    Outcome written = tester.run("openlineage", "-o", "events.ndjson", "--job", "copy");
    assertThat(written.exitCode()).as(written.err()).isZero();
    assertThat(Files.readAllLines(directory.resolve("events.ndjson"))).hasSize(2);

    String other = directory.resolve("other").toString();
    Outcome imported = tester.run("import", "openlineage", "from=events.ndjson", "--store", other);
    assertThat(imported.exitCode()).as(imported.err()).isZero();
    Outcome lineage = tester.run("lineage", "copy1", "--store", other, "--json");
    assertThat(lineage.out())
        .contains("\"" + directory + "/one\"")
        .doesNotContain("\"" + directory + "/two\"");
  }

  @Test
  void statesWhatCommandsDoToFilesThatExist() throws IOException {
    Files.writeString(directory.resolve("old"), "old\n");
    Files.writeString(directory.resolve("gone"), "gone\n");
    Files.writeString(directory.resolve("log"), "log\n");
    String script =
        "cat one > new; cat two >> log; ln two link2; cat one > copy1; mv old moved; rm gone";
    tester.run("trace", "--", "sh", "-c", "cd '" + directory + "'; " + script);

    JsonNode end = JSON.readTree(tester.run("openlineage").out().lines().toList().get(1));

    Map<String, String> changes = new TreeMap<>();
    end.path("outputs")
        .forEach(
            each ->
                changes.put(
                    each.path("name").asText().substring(directory.toString().length() + 1),
                    each.at("/facets/lifecycleStateChange/lifecycleStateChange").asText()));
    assertThat(changes)
        .isEqualTo(
            Map.of(
                "new", "CREATE",
                "log", "",
                "copy1", "OVERWRITE",
                "moved", "RENAME",
                "gone", "DROP"));
    assertThat(end.path("inputs"))
        .filteredOn(each -> each.path("name").asText().endsWith("/two"))
        .singleElement()
        .extracting(each -> each.at("/facets/symlinks/identifiers/0/name").asText())
        .isEqualTo(directory + "/link2");
  }

  @Test
  void sendsTheSameEventsAgainAfterTheServerWasAway() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/api/v1/lineage";
    List<String> received = new CopyOnWriteArrayList<>();
    int[] answer = {503};
    server.createContext(
        "/api/v1/lineage",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          if (answer[0] == 201) {
            received.add(body);
          }
          exchange.sendResponseHeaders(answer[0], -1);
          exchange.close();
        });
    server.start();
    try {
      Outcome refused = tester.run("openlineage", "--to", url);
      assertThat(refused.exitCode()).isEqualTo(ExitCode.TROUBLE);
      assertThat(refused.err()).contains("0 of 2 events", "status 503", "again");

      answer[0] = 201;
      Outcome sent = tester.run("openlineage", "--to", url);
      assertThat(sent.exitCode()).as(sent.err()).isZero();
      assertThat(received).hasSize(2);
      assertThat(tester.run("openlineage").out().lines()).containsExactlyElementsOf(received);
    } finally {
      server.stop(0);
    }
    Outcome away = tester.run("openlineage", "--to", url);
    assertThat(away.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(away.err()).contains("0 of 2 events");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 413, 422})
  void sendsEventsAfterOneThatTheServerRefuses(int status) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    List<String> received = new CopyOnWriteArrayList<>();
    server.createContext(
        "/",
        exchange -> {
          String type = JSON.readTree(exchange.getRequestBody()).path("eventType").asText();
          received.add(type);
          exchange.sendResponseHeaders(type.equals("START") ? status : 201, -1);
          exchange.close();
        });
    server.start();
    try {
      Outcome sent = tester.run("openlineage", "--to", url, "--job", "copy");

      assertThat(sent.exitCode()).as(sent.err()).isEqualTo(ExitCode.PARTIAL);
      assertThat(received).containsExactly("START", "COMPLETE");
      assertThat(sent.err())
          .contains(
              "refused the event START of job copy, run ",
              ": status " + status,
              "sent 1 event to " + url,
              "refused 1 event for good");
    } finally {
      server.stop(0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 408, 429, 500})
  void stopsAtServerThatIsAwayOrMisconfigured(int status) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      Outcome stopped = tester.run("openlineage", "--to", url);

      assertThat(stopped.exitCode()).isEqualTo(ExitCode.TROUBLE);
      assertThat(stopped.err()).contains("0 of 2 events", "status " + status);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void namesTheRunOfTheOrchestratorThatStartedTheCommand() throws IOException {
    String parent = "flow/dag.task/f99310b4-3c3c-1a1a-2b2b-c1b95c24ff11";
    tester.with("OPENLINEAGE_PARENT_ID", parent);
    String script = "OPENLINEAGE_PARENT_ID=" + parent + " exec true";
    tester.run("trace", "--", "sh", "-c", script);

    assertThat(parentJobs(tester.run("openlineage"))).containsExactly("dag.task", "dag.task");
    String given = "lab/nightly/f99310b4-3c3c-1a1a-2b2b-c1b95c24ff11";
    assertThat(parentJobs(tester.run("openlineage", "--parent", given)))
        .containsExactly("nightly", "nightly");
  }

  private static List<String> parentJobs(Outcome outcome) throws IOException {
    List<String> names = new ArrayList<>();
    for (String line : outcome.out().lines().toList()) {
      names.add(JSON.readTree(line).at("/run/facets/parent/job/name").asText());
    }
    return names;
  }

  @Test
  void rejectsParentsThatAreNoRuns() {
    Outcome malformed = tester.run("openlineage", "--parent", "lab/nightly/1");
    assertThat(malformed.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(malformed.err()).contains("--parent needs NAMESPACE/NAME/RUNID");
    Outcome alone = tester.run("openlineage", "--root-parent", "lab/nightly/1");
    assertThat(alone.err()).contains("--root-parent needs --parent");
  }

  @Test
  void rejectsAddressesThatAreNoUrls() {
    Outcome outcome = tester.run("openlineage", "--to", "marquez");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("--to needs a URL");
  }

  @Test
  void saysHowToGetThePluginOfTopics() {
    Outcome outcome = tester.run("openlineage", "--to", "kafka://127.0.0.1:9092/topic");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err()).contains("needs the plug-in kafka", "./build plugin kafka");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"kafka://b:9092", "kafka:///t", "kafka://u:p@b:9092/t", "kafka://b:1/a/b"})
  void rejectsTopicsThatAreNotKafkas(String topic) {
    Outcome outcome = tester.run("openlineage", "--to", topic);
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("--to needs brokers and a topic");
  }

  @Test
  void rejectsOptionsOfTheOtherKindOfReceiver() throws IOException {
    Outcome key =
        tester.run("openlineage", "--to", "kafka://b:9092/topic", "--api-key-file", "key");
    assertThat(key.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(key.err()).contains("--api-key-file needs --to");
    Outcome config =
        tester.run("openlineage", "--to", "http://127.0.0.1:1", "--config", "colophon.yaml");
    assertThat(config.err()).contains("--config needs --to kafka://");
    Outcome missing =
        tester.run("openlineage", "--to", "kafka://b:9092/topic", "--config", "colophon.yaml");
    assertThat(missing.exitCode()).isEqualTo(ExitCode.USAGE);
    Files.writeString(directory.resolve("colophon.yaml"), "listen: {}\n");
    Outcome none =
        tester.run("openlineage", "--to", "kafka://b:9092/topic", "--config", "colophon.yaml");
    assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(none.err()).contains("has no publish or index with log: kafka");
  }
}
