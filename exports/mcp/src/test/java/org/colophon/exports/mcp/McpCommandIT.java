// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.cli.config.Store;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Asks the command through the SDK's client, over standard input and output. */
@Tag("slow")
class McpCommandIT {
  private static final long NANOS = 1_700_000_000_000_000_000L;

  @TempDir private Path directory;

  private McpSyncClient client;

  @BeforeEach
  void connect() {
    record(store(), "/in", "/out", 0);
    McpJsonMapper mapper = new JacksonMcpJsonMapper(JsonMapper.shared());
    List<String> command = command(store());
    ServerParameters started =
        ServerParameters.builder(command.get(0)).args(command.subList(1, command.size())).build();
    client =
        McpClient.sync(new StdioClientTransport(started, mapper))
            .jsonSchemaValidator((schema, content) -> ValidationResponse.asValid(""))
            .requestTimeout(Duration.ofMinutes(2))
            .initializationTimeout(Duration.ofMinutes(2))
            .build();
    client.initialize();
  }

  /** Returns the command that serves a store. */
  static List<String> command(Path store, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("org.colophon.cli.Main", "mcp", "--store", store.toString()));
    command.addAll(List.of(options));
    return command;
  }

  @AfterEach
  void disconnect() {
    client.closeGracefully();
  }

  private Path store() {
    return directory.resolve("store");
  }

  /** Records programs that copy a file, each under a name of its own. */
  static void record(Path store, String from, String to, int more) {
    try (Kernel kernel = new Store(store, text -> {}).openKernel(List.of())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      for (int i = 0; i <= more; i++) {
        String suffix = i == 0 ? "" : "." + i;
        long cp = sink.process(ProcessDeclaration.of(100 + i, Bytes.of("/bin/cp"), NANOS), NANOS);
        long source = sink.objectAt(Bytes.of(from + suffix), ObjectKind.FILE, NANOS);
        long target = sink.objectAt(Bytes.of(to), ObjectKind.FILE, NANOS);
        sink.access(OperationKind.READ, Phase.WHOLE, cp, source, 7, NANOS);
        sink.access(OperationKind.WRITE, Phase.WHOLE, cp, target, 7, NANOS);
        if (to.equals("/lossy")) {
          sink.gap(cp, GapCause.IO_URING, 3, NANOS);
        }
        sink.exit(cp, 0, NANOS);
      }
      sink.flush();
      kernel.drain();
    }
  }

  private CallToolResult call(String tool, Map<String, Object> arguments) {
    return client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private static String text(CallToolResult result, int index) {
    return ((TextContent) result.content().get(index)).text();
  }

  private static JsonNode validity(CallToolResult result) throws IOException {
    return new ObjectMapper().readTree(text(result, 1));
  }

  @Test
  void listsReadOnlyToolsWithTheParametersOfQuestions() {
    List<Tool> tools = client.listTools().tools();

    assertThat(tools)
        .extracting(Tool::name)
        .containsExactlyInAnyOrder("lineage", "why", "touched", "diff", "find", "identify", "gaps");
    assertThat(tools).allMatch(each -> each.annotations().readOnlyHint());
    Tool lineage =
        tools.stream().filter(each -> each.name().equals("lineage")).findFirst().orElseThrow();
    assertThat(lineage.inputSchema().toString())
        .contains("target", "data-only", "as-of", "maximum=2000", "required=[target]");
  }

  @Test
  void answersWithLsnAndCompleteness() throws IOException {
    CallToolResult lineage = call("lineage", Map.of("target", List.of("/out")));

    assertThat(lineage.isError()).as(lineage.toString()).isFalse();
    assertThat(text(lineage, 0)).contains("colophon-lineage", "\"/in\"");
    assertThat(validity(lineage).get("complete").asBoolean()).isTrue();
    assertThat(validity(lineage).get("asOf").asLong()).isPositive();
    for (CallToolResult each :
        List.of(
            call("why", Map.of("effect", "/out", "cause", List.of("/in"))),
            call("touched", Map.of("target", "/out")),
            call("diff", Map.of("first", "/out", "second", "/in")),
            call("find", Map.of("name", "in")),
            call("identify", Map.of("content", "sha256:" + "0".repeat(64))),
            call("gaps", Map.of()))) {
      assertThat(each.isError()).as(each.toString()).isFalse();
      assertThat(validity(each).get("complete").asBoolean()).isTrue();
    }
  }

  @Test
  void statesThatAnswerWithGapsIsIncomplete() throws IOException {
    record(store(), "/in", "/lossy", 0);

    CallToolResult lineage = call("lineage", Map.of("target", List.of("/lossy")));

    assertThat(validity(lineage).get("complete").asBoolean()).isFalse();
    assertThat(validity(call("gaps", Map.of())).get("complete").asBoolean()).isFalse();
  }

  @Test
  void refusesWrongArgumentsWithMessages() throws IOException {
    Path made = directory.resolve("made");

    CallToolResult unknown = call("lineage", Map.of("target", List.of("/none")));
    CallToolResult option = call("lineage", Map.of("target", List.of("--output=" + made)));

    assertThat(unknown.isError()).isTrue();
    assertThat(text(unknown, 0)).contains("/none");
    assertThat(option.isError()).isTrue();
    assertThat(Files.exists(made)).isFalse();
    assertThat(text(call("lineage", Map.of()), 0)).contains("'target' is missing");
    assertThat(text(call("lineage", Map.of("output", "x")), 0)).contains("no argument 'output'");
    assertThat(text(call("find", Map.of("limit", 2001)), 0)).contains("at most 2000");
    assertThat(text(call("lineage", Map.of("target", 5, "all", "yes")), 0)).contains("wrong type");
  }

  @Test
  void refusesAnswerBeyondItsLimits() {
    record(store(), "/many", "/sum", 1100);

    CallToolResult lineage = call("lineage", Map.of("target", List.of("/sum"), "all", true));
    CallToolResult found = call("find", Map.of("name", "many*"));

    assertThat(lineage.isError()).isTrue();
    assertThat(text(lineage, 0)).contains("narrow it down");
    assertThat(found.isError()).isTrue();
    assertThat(text(found, 0)).contains("262144 bytes", "narrow it down");
  }
}
