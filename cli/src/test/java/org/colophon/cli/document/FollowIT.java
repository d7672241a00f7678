// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.colophon.cli.Main;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Follows a store in another process until it gets SIGINT. */
@Timeout(120)
final class FollowIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path temporary;

  private final List<JsonNode> received = new CopyOnWriteArrayList<>();
  private final List<Process> followers = new ArrayList<>();
  private volatile int requests;
  private volatile int answer = 200;
  private volatile String refused = "no type";
  private Path directory;
  private CommandTester tester;
  private HttpServer server;
  private String url;

  @BeforeEach
  void recordARunAndStartTheServer() throws IOException {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory).withStrace();
    Files.writeString(directory.resolve("one"), "1\n");
    trace("cat one > copy");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    url = "http://127.0.0.1:" + server.getAddress().getPort();
    server.createContext("/", this::receive);
    server.start();
  }

  @AfterEach
  void stopAll() {
    server.stop(0);
    followers.forEach(each -> each.destroyForcibly().onExit().join());
  }

  private void receive(HttpExchange exchange) throws IOException {
    boolean isZipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    InputStream body = exchange.getRequestBody();
    JsonNode request = JSON.readTree(isZipped ? new GZIPInputStream(body) : body);
    requests++;
    boolean isRefused = request.path("eventType").asText().equals(refused);
    if (answer == 200 && !isRefused) {
      received.add(request);
    }
    exchange.sendResponseHeaders(isRefused ? 422 : answer, 2);
    exchange.getResponseBody().write("{}".getBytes(StandardCharsets.UTF_8));
    exchange.close();
  }

  private void trace(String script) {
    Outcome traced = tester.run("trace", "--", "sh", "-c", "cd '" + directory + "' && " + script);
    assertThat(traced.exitCode()).as(traced.err()).isZero();
  }

  private Process follow(String... words) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Stream.concat(
                    Stream.of(
                        "env", // a program in the background of a shell ignores SIGINT
                        "--default-signal=INT",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName()),
                    Stream.of(words))
                .toList());
    builder.environment().put("COLOPHON_STORE", directory.resolve("store").toString());
    builder.environment().put("HOME", directory.toString());
    Process follower =
        builder.directory(directory.toFile()).redirectError(errors().toFile()).start();
    followers.add(follower);
    return follower;
  }

  private Path errors() {
    return directory.resolve("errors");
  }

  private static void await(Process process, BooleanSupplier condition) throws Exception {
    while (!condition.getAsBoolean()) {
      assertThat(process.waitFor(20, TimeUnit.MILLISECONDS)).as("process ended").isFalse();
    }
  }

  private static int interrupt(Process process) throws Exception {
    new ProcessBuilder("kill", "-INT", "" + process.pid()).inheritIO().start().waitFor();
    return process.waitFor();
  }

  private boolean hasMark() {
    try (Stream<Path> files = Files.list(directory.resolve("store"))) {
      return files.anyMatch(
          each -> each.getFileName().toString().matches("events-sent-[0-9a-f-]+"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the events of the newest run, without the LSN of the answer. */
  private List<JsonNode> newest() throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : tester.run("openlineage").out().lines().toList()) {
      events.add(withoutLsn(JSON.readTree(line)));
    }
    return events;
  }

  private static JsonNode withoutLsn(JsonNode event) {
    ((ObjectNode) event.at("/run/facets/colophon_capture")).remove("lsn");
    return event;
  }

  @Test
  void sendsRunsOfTheirTimeBeforeSigintEndsIt() throws Exception {
    Process follower = follow("openlineage", "--follow", "--to", url + "/api/v1/lineage");
    await(follower, this::hasMark);
    trace("cat one > other");

    assertThat(interrupt(follower)).as(Files.readString(errors())).isZero();

    assertThat(received.stream().map(FollowIT::withoutLsn)).isEqualTo(newest()).hasSize(2);
  }

  @Test
  void keepsEventsWhileTheServerIsAway() throws Exception {
    String[] words = {"openlineage", "--follow", "--to", url + "/api/v1/lineage"};
    Process first = follow(words);
    await(first, this::hasMark);
    assertThat(interrupt(first)).as(Files.readString(errors())).isZero();
    trace("cat one > other");
    answer = 503;
    Process away = follow(words);
    await(away, () -> requests > 0);
    assertThat(interrupt(away)).isEqualTo(ExitCode.TROUBLE);
    assertThat(Files.readString(errors())).contains("wait in the store: status 503");
    answer = 200;
    Process back = follow(words);
    await(back, () -> received.size() == 2);

    assertThat(interrupt(back)).as(Files.readString(errors())).isZero();

    assertThat(received.stream().map(FollowIT::withoutLsn)).isEqualTo(newest()).hasSize(2);
  }

  @Test
  void keepsRefusedEventAndSendsLaterOnes() throws Exception {
    Process follower = follow("openlineage", "--follow", "--to", url + "/api/v1/lineage");
    await(follower, this::hasMark);
    refused = "START";
    trace("cat one > other");

    assertThat(interrupt(follower)).as(Files.readString(errors())).isEqualTo(ExitCode.PARTIAL);

    assertThat(received)
        .extracting(each -> each.path("eventType").asText())
        .containsExactly("COMPLETE");
    assertThat(Files.readString(errors()))
        .contains("status 422", "refused 1 event for good; see ", "events-refused-");
    try (Stream<Path> files = Files.list(directory.resolve("store"))) {
      Path kept =
          files
              .filter(each -> each.getFileName().toString().startsWith("events-refused-"))
              .findFirst()
              .orElseThrow();
      assertThat(Files.readAllLines(kept)).singleElement().asString().contains("\"START\"");
    }
  }

  private static boolean hasOpened(Process process, Path file) {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
      return descriptors.anyMatch(each -> isLinkTo(each, file));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isLinkTo(Path descriptor, Path file) {
    try {
      return Files.readSymbolicLink(descriptor).equals(file);
    } catch (IOException e) {
      return false; // the descriptor was closed meanwhile
    }
  }

  @Test
  void appendsEventsToFile() throws Exception {
    Path file = directory.resolve("events");
    Files.writeString(file, "before\n");
    Process follower = follow("openlineage", "--follow", "-o", "events");
    await(follower, () -> hasOpened(follower, file));
    trace("cat one > other");

    assertThat(interrupt(follower)).as(Files.readString(errors())).isZero();

    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(3).startsWith("before");
    assertThat(withoutLsn(JSON.readTree(lines.get(2)))).isEqualTo(newest().get(1));
  }

  @Test
  void sendsEachTransactionOfImportedLogOnce() throws Exception {
    String[] words = {"openlineage", "--follow", "--to", url};
    Process follower = follow(words);
    await(follower, this::hasMark);
    Path log =
        Files.writeString(
            directory.resolve("general.log"),
            """
            mysqld, Version: 8.0.36 (MySQL Community Server - GPL). started with:
            Tcp port: 3306  Unix socket: /run/mysqld/mysqld.sock
            Time                 Id Command    Argument
            2026-05-04T10:00:00.000001Z\t    8 Connect\tapp@web7 on shop using TCP/IP
            2026-05-04T10:00:01.000001Z\t    8 Query\tBEGIN
            2026-05-04T10:00:02.000001Z\t    8 Query\tINSERT INTO orders SELECT * FROM carts
            2026-05-04T10:00:03.000001Z\t    8 Query\tCOMMIT
            2026-05-04T10:00:04.000001Z\t    8 Query\tINSERT INTO report SELECT * FROM orders
            2026-05-04T10:00:05.000001Z\t    8 Quit\t
            """);
    Outcome imported = tester.run("import", "mysql", "from=" + log, "server=db:3306");
    assertThat(imported.exitCode()).as(imported.err()).isZero();

    assertThat(interrupt(follower)).as(Files.readString(errors())).isZero();
    assertThat(received.stream().map(FollowIT::withoutLsn).toList())
        .hasSize(6)
        .containsExactlyInAnyOrderElementsOf(newest());
    trace("cat one > other");
    Process next = follow(words);
    await(next, () -> received.size() >= 8);
    assertThat(interrupt(next)).as(Files.readString(errors())).isZero();
    assertThat(received).hasSize(8);
  }

  @Test
  void refusesToFollowOneRun() {
    Outcome outcome = tester.run("openlineage", "--follow", "copy");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("leave out the RUN");
  }

  @Test
  void sendsAllOcsfEventsBeforeSigintEndsIt() throws Exception {
    Process follower = follow("ocsf", "--follow", "--url", url);
    await(follower, () -> !received.isEmpty());
    trace("cat one > other");

    assertThat(interrupt(follower)).as(Files.readString(errors())).isZero();

    List<String> sent = new ArrayList<>();
    for (JsonNode request : received) {
      request
          .at("/resourceLogs/0/scopeLogs/0/logRecords")
          .forEach(each -> sent.add(each.at("/attributes/0/value/stringValue").asText()));
    }
    List<String> recorded = new ArrayList<>();
    for (String line : tester.run("ocsf").out().lines().toList()) {
      recorded.add(JSON.readTree(line).at("/metadata/uid").asText());
    }
    assertThat(sent).isEqualTo(recorded);
  }
}
