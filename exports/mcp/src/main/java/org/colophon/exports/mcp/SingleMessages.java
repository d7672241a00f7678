// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.io.IOException;
import java.util.Objects;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.question.QuestionServer.MessageHandler;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Messages without a session: each is answered by itself. Any thread. */
final class SingleMessages implements McpStatelessServerTransport, MessageHandler {
  private final McpJsonMapper mapper;
  private @Nullable McpStatelessServerHandler handler;

  SingleMessages(McpJsonMapper mapper) {
    this.mapper = mapper;
  }

  @Override
  public void setMcpHandler(McpStatelessServerHandler made) {
    handler = made;
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  @Override
  public String answer(String message, @Nullable String protocol) {
    ErrorCode.BAD_REQUEST.require(
        protocol == null || protocolVersions().contains(protocol),
        "the protocol version is one of " + protocolVersions() + ", not " + protocol);
    McpStatelessServerHandler known = Objects.requireNonNull(handler, "the server is not built");
    try {
      JSONRPCMessage read = McpSchema.deserializeJsonRpcMessage(mapper, message);
      if (read instanceof JSONRPCRequest request) {
        return mapper.writeValueAsString(
            known.handleRequest(McpTransportContext.EMPTY, request).block());
      }
      if (read instanceof JSONRPCNotification notification) {
        known.handleNotification(McpTransportContext.EMPTY, notification).block();
      }
      return "";
    } catch (IOException | IllegalArgumentException e) {
      throw ErrorCode.BAD_REQUEST.exception("the message is not JSON-RPC: " + e.getMessage(), e);
    }
  }
}
