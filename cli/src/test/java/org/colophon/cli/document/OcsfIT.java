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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes real runs as OCSF events and as traces, and sends events to a collector. */
final class OcsfIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path temporary;

  private Path directory;
  private CommandTester tester;

  @BeforeEach
  void traceARun() throws IOException {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory).withStrace();
    Files.writeString(directory.resolve("one"), "1\n");
    trace("cat one > copy && mv copy moved && rm moved");
  }

  private void trace(String script) {
    Outcome traced = tester.run("trace", "--", "sh", "-c", "cd '" + directory + "' && " + script);
    assertThat(traced.exitCode()).as(traced.err()).isZero();
  }

  private static List<JsonNode> events(Outcome outcome) throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : outcome.out().lines().toList()) {
      events.add(JSON.readTree(line));
    }
    return events;
  }

  private static String summary(JsonNode event) {
    return "%s %s -> %s by %s"
        .formatted(
            event.path("activity_name").asText(),
            event.at("/file/name").asText(),
            event.at("/file_result/name").asText(),
            event.at("/actor/process/name").asText());
  }

  @Test
  void writesEventsOfFilesAndProcesses() throws IOException {
    Outcome written = tester.run("ocsf");

    assertThat(written.exitCode()).as(written.err()).isZero();
    List<JsonNode> events = events(written);
    assertThat(events)
        .extracting(OcsfIT::summary)
        .contains(
            "Read one ->  by cat",
            "Update copy ->  by cat",
            "Rename copy -> moved by mv",
            "Delete moved ->  by rm")
        .anyMatch(each -> each.matches("Create copy ->  by (sh|dash|bash)"));
    assertThat(events)
        .filteredOn(each -> each.path("class_uid").asInt() == 1007)
        .filteredOn(each -> each.at("/process/name").asText().equals("cat"))
        .extracting(each -> each.path("activity_name").asText())
        .containsExactly("Launch", "Terminate");
    assertThat(events(tester.run("ocsf", "process:1"))).hasSameSizeAs(events);
  }

  @Test
  void sendsOnlyWhatIsNewAndKeepsTheRestWhileTheCollectorIsAway() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    List<String> received = new CopyOnWriteArrayList<>();
    List<String> keys = new CopyOnWriteArrayList<>();
    server.createContext(
        "/v1/logs",
        exchange -> {
          keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          JsonNode request = JSON.readTree(new GZIPInputStream(exchange.getRequestBody()));
          request
              .at("/resourceLogs/0/scopeLogs/0/logRecords")
              .forEach(each -> received.add(each.at("/attributes/0/value/stringValue").asText()));
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write("{}".getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    server.start();
    try {
      Outcome sent = tester.run("ocsf", "--url", url);
      assertThat(sent.exitCode()).as(sent.err()).isZero();
      int first = received.size();
      assertThat(sent.err()).contains(first + " events sent to " + url + "/v1/logs");
      assertThat(tester.run("ocsf", "--url", url).err()).contains("0 events sent");
      trace("cat one > other");
      Files.writeString(directory.resolve("key"), "secret\n");
      assertThat(tester.run("ocsf", "--url", url, "--api-key-file", "key").exitCode()).isZero();
      assertThat(keys).startsWith("null").endsWith("Bearer secret");
      List<String> recorded =
          events(tester.run("ocsf")).stream()
              .map(each -> each.at("/metadata/uid").asText())
              .toList();
      assertThat(received).hasSizeGreaterThan(first).isEqualTo(recorded);
    } finally {
      server.stop(0);
    }
    trace("cat one > third");
    Outcome away = tester.run("ocsf", "--url", url);
    assertThat(away.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(away.err()).containsPattern("0 events sent to .*; \\d+ events wait in the store");
  }

  @Test
  void rejectsBadOptionsAndStoresWithoutRuns() {
    Outcome url = tester.run("ocsf", "--url", "collector:4318");
    assertThat(url.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(url.err()).contains("--url needs");
    assertThat(tester.run("ocsf", "--follow").exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(tester.run("ocsf", "one").err()).contains("no recorded run wrote one");
    Outcome empty = tester.run("ocsf", "--store", directory.resolve("none").toString());
    assertThat(empty.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(empty.err()).contains("nothing has been recorded");
  }

  @Test
  void refusesAndHidesOptionsOfAnswers() {
    String help = tester.run("ocsf", "--help").out();
    assertThat(help).contains("--store-adapter", "--host", "--output");
    for (String each : List.of("--as-of=1", "--embedded", "--json", "--width=80")) {
      String name = each.replaceFirst("=.*", "");
      assertThat(help).doesNotContainPattern(name + "\\b");
      Outcome refused = tester.run("ocsf", each);
      assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.err()).contains(name);
    }
  }

  @Test
  void writesTraceForPerfetto() throws IOException {
    Outcome written = tester.run("perfetto", "-o", "run.pftrace");

    assertThat(written.exitCode()).as(written.err()).isZero();
    String trace = Files.readString(directory.resolve("run.pftrace"), StandardCharsets.ISO_8859_1);
    assertThat(trace).contains("cat one", "bytes written", "exit status");
  }
}
