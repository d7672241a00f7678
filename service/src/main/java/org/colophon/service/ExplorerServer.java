// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.history.copy.HistoryState;
import org.colophon.query.across.HostReaders;
import org.colophon.query.format.CertifiedState;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.endpoint.ExplorerEndpoints;
import org.colophon.service.endpoint.QueryEndpoints;
import org.colophon.service.endpoint.ReaderSource;
import org.colophon.service.endpoint.Readers;
import org.colophon.service.http.Route;
import org.colophon.service.http.server.HttpServer;
import org.colophon.service.session.Sessions;

/**
 * Explorer of a store without a running service. Reads only, listens on loopback only, and accepts
 * browser sessions only.
 */
public final class ExplorerServer implements AutoCloseable {
  private static final HistoryState LOCAL =
      new HistoryState("", 0, -1, -1, "", CertifiedState.NONE);

  private final Sessions sessions = new Sessions(System::nanoTime);
  private final ScheduledThreadPoolExecutor clock;
  private final HttpServer http;

  private ExplorerServer(Path store, AdapterSpec adapter, int port, ReaderSource source) {
    TcpConfig tcp = TcpConfig.loopback(port);
    ServiceConfig config =
        ServiceConfig.of(store)
            .withAdapters(List.of(adapter))
            .withListen(new ListenConfig(Optional.empty(), Optional.of(tcp), Optional.empty()));
    this.clock = Service.newClock();
    Readers readers = new Readers(source, config.adapters(), clock, config.limits().requestTime());
    List<Route> routes =
        new ArrayList<>(
            readRoutes(readers, store, () -> HostReaders.NONE, () -> LOCAL, (place, damage) -> {}));
    routes.addAll(ExplorerEndpoints.pages(sessions, false));
    this.http = HttpServer.forBrowsers(config, routes, sessions);
  }

  /**
   * Returns the routes that read a store. A service has them too.
   *
   * @param damages receives the place and the damage of each answer that lacks damaged data
   */
  static List<Route> readRoutes(
      Readers readers,
      Path store,
      Supplier<HostReaders> hosts,
      Supplier<HistoryState> state,
      BiConsumer<String, ColophonException> damages) {
    return new QueryEndpoints(readers, store, hosts, state, damages).routes();
  }

  /**
   * Starts to listen.
   *
   * @param port the port; 0 for any free port
   * @throws org.colophon.core.error.ColophonException IO_FAILED if the port is in use
   */
  public static ExplorerServer start(
      Path store, AdapterSpec adapter, int port, ReaderSource source) {
    ExplorerServer server = new ExplorerServer(store, adapter, port, source);
    try {
      server.http.start();
      return server;
    } catch (RuntimeException | Error e) {
      server.clock.shutdownNow();
      throw e;
    }
  }

  /** Returns a one-time link, valid for {@link Sessions#CODE_TIME}. */
  public String newLink() {
    return ExplorerEndpoints.loginUrl(http.browserAddress(), sessions);
  }

  @Override
  public void close() {
    http.stop();
    clock.shutdownNow();
  }
}
