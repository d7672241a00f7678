// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the graphs for the explorer. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GraphTest {
  @TempDir static Path temp;

  private static Service service;
  private static Caller caller;

  @BeforeAll
  static void start() throws IOException {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("memory")))
                .withLimits(Limits.withNodes(50)));
    caller = Caller.of(service.config().socket());
    caller.post(
        "/v1/operations",
        """
        {"op":"process","id":"sh","pid":7,"executable":"/bin/sh"}
        {"op":"process","id":"sort","pid":8,"executable":"/bin/sort"}
        {"op":"link","effect":"sort","cause":"sh","kind":"fork"}
        {"op":"read","process":"sort","path":"/w/in","bytes":5}
        {"op":"read","process":"sort","path":"/usr/lib/x.so","bytes":5}
        {"op":"write","process":"sort","path":"/w/out","bytes":4}
        """);
  }

  @AfterAll
  static void stop() {
    service.stop();
  }

  private static JsonNode graph(String parameters) throws IOException {
    return caller.get("/v1/graph?target=/w/out" + parameters).json();
  }

  @Test
  void showsCommandsAsFoldsWithCoordinates() throws IOException {
    JsonNode graph = graph("&directory=/w");
    assertThat(graph.get("nodes")).hasSize(3);
    assertThat(graph.get("edges")).hasSize(2);
    JsonNode in = node(graph, "label", "in");
    JsonNode shell = node(graph, "label", "sh (2)");
    assertThat(shell.get("expandable").asBoolean()).isTrue();
    assertThat(in.get("x").asInt()).isLessThan(shell.get("x").asInt());
    assertThat(node(graph, "label", "out").get("root").asBoolean()).isTrue();
  }

  private static JsonNode node(JsonNode graph, String field, String value) {
    for (JsonNode node : graph.get("nodes")) {
      if (node.path(field).asText().equals(value)) {
        return node;
      }
    }
    throw new AssertionError("no node with " + field + " " + value + " in " + graph);
  }

  @Test
  void expandsFoldsAndShowsSystemFilesOnRequest() throws IOException {
    String fold = node(graph(""), "type", "fold").get("id").asText();
    JsonNode open = graph("&all&expand=none,%s".formatted(fold));
    assertThat(node(open, "label", "sort").get("fold").asText()).isEqualTo(fold);
    assertThat(node(open, "label", "/usr/lib/x.so").get("system").asBoolean()).isTrue();
  }

  @Test
  void listsAlikeProcessesAndShowsChosenOneBesideTheRest() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 9; i++) {
      lines.append(
          """
          {"op":"process","id":"cc%1$d","pid":%2$d,"executable":"/bin/cc"}
          {"op":"read","process":"cc%1$d","path":"/x/s%1$d.c"}
          {"op":"write","process":"cc%1$d","path":"/x/all.a"}
          """
              .formatted(i, 20 + i));
    }
    caller.post("/v1/operations", lines.toString());
    String target = "target=/x/all.a&directory=/x";
    JsonNode box = node(caller.get("/v1/graph?" + target).json(), "label", "9 x cc");
    String members = "/v1/members?" + target + "&fold=" + box.get("id").asText();
    assertThat(caller.get(members + "&limit=4").json().get("members")).hasSize(4);
    JsonNode found = caller.get(members + "&search=S7.c").json();
    assertThat(found.get("total").asInt()).isEqualTo(1);
    JsonNode chosen = found.get("members").get(0);
    assertThat(chosen.get("label").asText()).isEqualTo("cc");
    JsonNode open =
        caller.get("/v1/graph?" + target + "&expand=" + chosen.get("id").asText()).json();
    assertThat(node(open, "label", "8 x cc").get("id")).isEqualTo(box.get("id"));
    assertThat(node(open, "label", "s7.c").get("id").asText()).startsWith("object:");
    assertThat(node(open, "fold", chosen.get("id").asText()).get("type").asText())
        .isEqualTo("process");
  }

  @Test
  void rejectsMembersOfFoldWhoseMembersAreNotAlike() throws IOException {
    String fold = node(graph(""), "type", "fold").get("id").asText();
    Reply reply = caller.get("/v1/members?target=/w/out&fold=" + fold);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.text()).contains("expand it instead");
  }

  @Test
  void showsOnlyChainsBetweenTwoNodes() throws IOException {
    String fold = node(graph(""), "type", "fold").get("id").asText();
    String in = node(graph(""), "label", "in").get("id").asText();
    String out = node(graph(""), "label", "out").get("id").asText();
    JsonNode path = graph("&expand=%s&path=%s,%s".formatted(fold, in, out));
    assertThat(path.get("nodes")).hasSize(3);
    assertThat(node(path, "label", "sort").get("type").asText()).isEqualTo("process");
  }

  @Test
  void rejectsALimitAboveThatOfTheService() throws IOException {
    Reply reply = caller.get("/v1/graph?target=/w/out&limit=51");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.text()).contains("limits.nodes");
    Reply beyond = caller.get("/v1/graph?target=/w/out&limit=100001");
    assertThat(beyond.status()).isEqualTo(400);
    assertThat(beyond.text()).contains("up to 100000");
  }

  @Test
  void countsNodesBeyondTheLimit() throws IOException {
    JsonNode graph = graph("&limit=2");
    assertThat(graph.at("/left/nodes").asInt()).isPositive();
    assertThat(graph("").at("/left/nodes").asInt()).isZero();
  }

  @Test
  void compressesTheGraphIfTheCallerAcceptsIt() throws IOException {
    Reply reply = caller.with("Accept-Encoding", "br, gzip").get("/v1/graph?target=/w/out");
    assertThat(reply.header("Content-Encoding")).isEqualTo("gzip");
    try (var plain = new GZIPInputStream(new ByteArrayInputStream(reply.bytes()))) {
      assertThat(new ObjectMapper().readTree(plain)).isEqualTo(graph(""));
    }
    Reply failed = caller.with("Accept-Encoding", "gzip").get("/v1/graph?target=/w/none");
    assertThat(failed.header("Content-Encoding")).isNull();
    assertThat(failed.json().get("code").asText()).isEqualTo("NOT_FOUND");
  }
}
