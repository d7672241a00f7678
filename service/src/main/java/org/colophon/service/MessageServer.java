// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.colophon.client.protocol.MediaTypes;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.question.QuestionServer.MessageHandler;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.HttpFailure;
import org.colophon.service.http.Route;
import org.colophon.service.http.server.HttpServer;

/**
 * Serves messages with questions over HTTP, one a request and without sessions. Callers have the
 * token of the store, or are principals with the right to read. Tokens, certificates, names and
 * limits are those of a service.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports">
 *     Streamable HTTP</a>
 */
public final class MessageServer implements AutoCloseable {
  private static final long MAX_MESSAGE_BYTES = 1 << 20;

  private final MessageHandler handler;
  private final HttpServer http;

  private MessageServer(ServiceConfig config, MessageHandler handler) {
    this.handler = handler;
    this.http =
        HttpServer.forPrograms(
            config, List.of(Route.of("POST", Route.MESSAGES, List.of(), this::answer)));
  }

  /**
   * Starts to listen. Creates the file of the token if it is missing.
   *
   * @param store directory of the store, which names the principals
   * @param token file of the token; empty for the one of the store
   * @throws org.colophon.core.error.ColophonException IO_FAILED if the port is in use
   */
  public static MessageServer start(
      Path store, TcpConfig tcp, Optional<Path> token, MessageHandler handler) {
    ServiceConfig config =
        ServiceConfig.of(store)
            .withListen(new ListenConfig(Optional.empty(), Optional.of(tcp), token));
    MessageServer server = new MessageServer(config, handler);
    server.http.start();
    return server;
  }

  /** Returns the URL to which callers send messages. */
  public String url() {
    return http.browserAddress() + Route.MESSAGES;
  }

  private void answer(Exchange exchange) throws IOException {
    if (!exchange.mediaType().toLowerCase(Locale.ROOT).startsWith(MediaTypes.JSON)) {
      throw new HttpFailure(
          415, ErrorCode.BAD_REQUEST, "a message is " + MediaTypes.JSON + ": set Content-Type");
    }
    String message =
        new String(exchange.body(MAX_MESSAGE_BYTES).readAllBytes(), StandardCharsets.UTF_8);
    String answer = handler.answer(message, exchange.header("MCP-Protocol-Version"));
    if (answer.isEmpty()) {
      exchange.empty(202);
    } else {
      exchange.text(200, MediaTypes.JSON, answer);
    }
  }

  @Override
  public void close() {
    http.stop();
  }
}
