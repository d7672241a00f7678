// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.report.RemoteSink;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Asks the command over HTTP: through the SDK's client, by hand, and by the conformance suite. */
@Tag("slow")
@Timeout(300)
class McpHttpIT {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
  private static final McpJsonMapper MAPPER = new JacksonMcpJsonMapper(JsonMapper.shared());

  @TempDir private Path directory;

  private Process server;
  private String url;
  private String token;

  @BeforeEach
  void start() throws IOException {
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host");
    McpCommandIT.record(store(), "/in", "/out", 0);
    server =
        new ProcessBuilder(McpCommandIT.command(store(), "--http", "0"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader messages = server.errorReader();
    url = messages.readLine();
    assertThat(url).contains("http://127.0.0.1:");
    url = url.substring(url.indexOf("http://"));
    token = Files.readString(store().resolve("token")).strip();
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.destroy();
    assertThat(server.waitFor()).isZero();
  }

  private Path store() {
    return directory.resolve("store");
  }

  private static McpSyncClient client(McpClientTransport transport) {
    McpSyncClient client =
        McpClient.sync(transport)
            .jsonSchemaValidator((schema, content) -> ValidationResponse.asValid(""))
            .requestTimeout(Duration.ofMinutes(2))
            .initializationTimeout(Duration.ofMinutes(2))
            .build();
    client.initialize();
    return client;
  }

  private McpSyncClient overHttp() {
    return client(
        HttpClientStreamableHttpTransport.builder(url)
            .jsonMapper(MAPPER)
            .requestBuilder(HttpRequest.newBuilder().header("Authorization", "Bearer " + token))
            .build());
  }

  private McpSyncClient overStreams() {
    List<String> command = McpCommandIT.command(store());
    return client(
        new StdioClientTransport(
            ServerParameters.builder(command.get(0))
                .args(command.subList(1, command.size()))
                .build(),
            MAPPER));
  }

  private static List<String> answer(McpSyncClient client, String tool, Map<String, Object> given) {
    CallToolResult result = client.callTool(CallToolRequest.builder(tool).arguments(given).build());
    assertThat(result.isError()).as(result.toString()).isFalse();
    return result.content().stream().map(each -> ((TextContent) each).text()).toList();
  }

  private HttpRequest.Builder request(String body) {
    return HttpRequest.newBuilder(URI.create(url))
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + token)
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void answersTheSameAsOverStandardInput() {
    McpSyncClient http = overHttp();
    McpSyncClient streams = overStreams();
    try {
      assertThat(http.listTools()).isEqualTo(streams.listTools());
      Map<String, Map<String, Object>> calls =
          Map.of(
              "lineage",
              Map.of("target", List.of("/out")),
              "why",
              Map.of("effect", "/out", "cause", List.of("/in")),
              "gaps",
              Map.of());
      calls.forEach(
          (tool, given) ->
              assertThat(answer(http, tool, given)).isEqualTo(answer(streams, tool, given)));
      assertThat(answer(http, "why", calls.get("why")).get(0)).contains("\"/in\"");
    } finally {
      http.closeGracefully();
      streams.closeGracefully();
    }
  }

  @Test
  void refusesForeignPagesNamesAndCallers() throws Exception {
    assertThat(send(request(PING)).body()).contains("\"result\"");
    assertThat(send(request(PING).setHeader("Authorization", "Bearer wrong")).statusCode())
        .isEqualTo(401);
    assertThat(send(request(PING).header("Origin", "https://evil.example")).statusCode())
        .isEqualTo(403);
    assertThat(send(request(PING).header("Host", "evil.example")).statusCode()).isEqualTo(421);
  }

  @Test
  void refusesWrongMessages() throws Exception {
    String large = PING.replace("ping", "p".repeat(1 << 20));

    assertThat(send(request("[]")).statusCode()).isEqualTo(400);
    assertThat(send(request("nonsense")).statusCode()).isEqualTo(400);
    assertThat(send(request(large)).statusCode()).isEqualTo(413);
    assertThat(send(request(PING).setHeader("Content-Type", "text/plain")).statusCode())
        .isEqualTo(415);
    assertThat(send(request(PING).header("MCP-Protocol-Version", "1")).statusCode()).isEqualTo(400);
    assertThat(send(request(PING).GET()).statusCode()).isEqualTo(405);
    assertThat(send(request(PING.replace("ping", "none"))).body()).contains("-32601");
    assertThat(send(request(PING.replace("\"id\":1,", ""))).statusCode()).isEqualTo(202);
  }

  @Test
  void refusesAddressBeyondTheLoopbackWithoutCertificate() throws Exception {
    Process refused =
        new ProcessBuilder(McpCommandIT.command(store(), "--http", "0.0.0.0:0")).start();

    assertThat(new String(refused.getErrorStream().readAllBytes()))
        .contains("not a loopback address", "--tls-certificate");
    assertThat(refused.waitFor()).isEqualTo(2);
  }

  @Test
  void answersFromRecordingInProgressThatServiceHolds() {
    Service service = Service.start(ServiceConfig.of(store()));
    McpSyncClient http = overHttp();
    try (RemoteSink sink =
        RemoteSink.to(ServiceConnection.at(service.config().socket()).build(), "test").build()) {
      long process = sink.process(ProcessDeclaration.of(7, Bytes.of("/bin/sort"), 1), 1);
      long read = sink.objectAt(Bytes.of("/unsorted"), ObjectKind.FILE, 1);
      long written = sink.objectAt(Bytes.of("/sorted"), ObjectKind.FILE, 1);
      sink.access(OperationKind.READ, Phase.WHOLE, process, read, 7, 1);
      sink.access(OperationKind.WRITE, Phase.WHOLE, process, written, 7, 1);
      sink.awaitDurable(sink.flush());

      List<String> before = answer(http, "lineage", Map.of("target", List.of("/sorted")));
      long later = sink.objectAt(Bytes.of("/late"), ObjectKind.FILE, 2);
      sink.access(OperationKind.READ, Phase.WHOLE, process, later, 7, 2);
      sink.access(OperationKind.WRITE, Phase.WHOLE, process, written, 7, 2);
      sink.awaitDurable(sink.flush());
      List<String> after = answer(http, "lineage", Map.of("target", List.of("/sorted")));

      assertThat(before.get(0)).contains("\"/unsorted\"").doesNotContain("\"/late\"");
      assertThat(after.get(0)).contains("\"/unsorted\"", "\"/late\"");
    } finally {
      http.closeGracefully();
      service.stop();
    }
  }

  /**
   * Adds the token, which the suite cannot send, and passes everything else on. So the checks of
   * names and origins are those of the server.
   */
  private HttpServer withToken() throws IOException {
    HttpServer proxy =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.createContext(
        "/mcp",
        exchange -> {
          HttpRequest.Builder request =
              HttpRequest.newBuilder(URI.create(url))
                  .method(
                      exchange.getRequestMethod(),
                      HttpRequest.BodyPublishers.ofByteArray(
                          exchange.getRequestBody().readAllBytes()))
                  .header("Authorization", "Bearer " + token);
          exchange
              .getRequestHeaders()
              .forEach(
                  (name, values) -> {
                    String key = name.toLowerCase(Locale.ROOT);
                    if (!List.of("connection", "content-length", "transfer-encoding", "upgrade")
                        .contains(key)) {
                      request.setHeader(name, values.get(0));
                    }
                  });
          try {
            HttpResponse<byte[]> answer =
                HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofByteArray());
            answer
                .headers()
                .firstValue("Content-Type")
                .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            int length = answer.body().length;
            exchange.sendResponseHeaders(answer.statusCode(), length == 0 ? -1 : length);
            if (length > 0) {
              exchange.getResponseBody().write(answer.body());
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
          } finally {
            exchange.close();
          }
        });
    proxy.start();
    return proxy;
  }

  /**
   * The suite fails for a scenario that fails without being in the list, and for one in the list
   * that passes.
   */
  @Test
  void passesTheConformanceSuiteBesidesFeaturesThatItLacks() throws Exception {
    Path failures = Path.of("src/test/resources/conformance-expected-failures.yaml");
    HttpServer proxy = withToken();
    try {
      Path log = directory.resolve("conformance.log");
      Process suite =
          new ProcessBuilder(
                  "npx",
                  "--yes",
                  "--package=node@22",
                  "--package=@modelcontextprotocol/conformance@0.1.16",
                  "--",
                  "conformance",
                  "server",
                  "--url",
                  "http://localhost:" + proxy.getAddress().getPort() + "/mcp",
                  "--expected-failures",
                  failures.toAbsolutePath().toString())
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      int exitCode = suite.waitFor();
      String text = Files.readAllLines(log).stream().collect(Collectors.joining("\n"));
      assertThat(exitCode).as(text).isZero();
      assertThat(text).contains("server-initialize", "dns-rebinding-protection");
    } finally {
      proxy.stop(0);
    }
  }
}
