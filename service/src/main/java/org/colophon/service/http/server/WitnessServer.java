// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http.server;

import java.nio.charset.StandardCharsets;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.history.certified.witness.AddCheckpoint;
import org.colophon.history.certified.witness.Witness;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** HTTP server of a witness: {@code POST /add-checkpoint}. A proxy in front of it may add TLS. */
public final class WitnessServer implements AutoCloseable {
  private static final int MAX_THREADS = 16;
  private static final int IDLE_MILLIS = 10_000;

  private final Server server;
  private final ServerConnector connector;

  private WitnessServer(Witness witness, String host, int port) {
    QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 4, IDLE_MILLIS);
    threads.setName("colophon-witness");
    this.server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    this.connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setHost(host);
    connector.setPort(port);
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    SizeLimitHandler limited = new SizeLimitHandler(AddCheckpoint.MAX_BYTES, -1);
    limited.setHandler(new Submissions(witness));
    server.setHandler(limited);
  }

  /**
   * Starts to listen.
   *
   * @param port the port; 0 for any free port
   * @throws ColophonException IO_FAILED if the address is in use
   */
  public static WitnessServer start(Witness witness, String host, int port) {
    WitnessServer started = new WitnessServer(witness, host, port);
    try {
      started.server.start();
      return started;
    } catch (Exception e) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot listen at %s:%d: %s".formatted(host, port, e.getMessage()), e);
    }
  }

  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw ErrorCode.IO_FAILED.exception("cannot stop the witness: " + e, e);
    }
  }

  /** Handles submitted checkpoints. */
  private static final class Submissions extends Handler.Abstract {
    private final Witness witness;

    Submissions(Witness witness) {
      this.witness = witness;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      if (!Request.getPathInContext(request).equals("/add-checkpoint")) {
        return false; // Jetty answers 404
      }
      if (!HttpMethod.POST.is(request.getMethod())) {
        response.getHeaders().put(HttpHeader.ALLOW, HttpMethod.POST.asString());
        Response.writeError(request, response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
        return true;
      }
      Witness.Reply reply = witness.add(Content.Source.asString(request, StandardCharsets.UTF_8));
      response.setStatus(reply.status());
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.mediaType());
      response.write(true, StandardCharsets.UTF_8.encode(reply.body()), callback);
      return true;
    }
  }
}
