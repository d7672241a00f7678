// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http.server;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.jspecify.annotations.Nullable;

/**
 * A port on loopback for browser sessions, in a service without TCP. The first call of {@link
 * #address} opens a free port. The server closes it. Any thread.
 */
final class BrowserPort {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int MAX_CONNECTIONS = 64;

  private final Server server;
  private final HttpConfiguration http;
  private final long idleMillis;
  private @Nullable ServerConnector connector;

  BrowserPort(Server server, HttpConfiguration http, long idleMillis) {
    this.server = server;
    this.http = http;
    this.idleMillis = idleMillis;
  }

  /**
   * Returns the address. Opens the port if necessary.
   *
   * @throws ColophonException IO_FAILED if no port can be opened
   */
  synchronized String address() {
    if (connector == null) {
      connector = open();
    }
    return "http://" + LOOPBACK + ":" + connector.getLocalPort();
  }

  private ServerConnector open() {
    ServerConnector opened = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    opened.setHost(LOOPBACK);
    opened.setIdleTimeout(idleMillis);
    opened.setShutdownIdleTimeout(HttpServer.SHUTDOWN_IDLE_MILLIS);
    opened.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, opened));
    server.addConnector(opened);
    try {
      opened.start();
      return opened;
    } catch (Exception e) {
      server.removeConnector(opened);
      throw ErrorCode.IO_FAILED.exception(
          "cannot open a port of " + LOOPBACK + " for the explorer: " + e, e);
    }
  }
}
