// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class McpQuestionServerTest {
  @Test
  void answersAllRequestsAfterTheInputHasEnded() {
    String session =
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
        {"jsonrpc":"2.0","method":"notifications/initialized"}
        {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}
        """;
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    new McpQuestionServer()
        .serve(
            (words, maxBytes) -> {
              throw new AssertionError("no tool was called");
            },
            "1",
            new ByteArrayInputStream(session.getBytes(StandardCharsets.UTF_8)),
            out);

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .hasSize(2)
        .anyMatch(line -> line.contains("\"id\":2") && line.contains("lineage"));
  }
}
