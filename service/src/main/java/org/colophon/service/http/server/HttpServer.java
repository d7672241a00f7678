// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http.server;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.colophon.client.protocol.MediaTypes;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.Descriptors;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.service.audit.AuditLog;
import org.colophon.service.config.LimitsConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.TlsConfig;
import org.colophon.service.http.HostRoutes;
import org.colophon.service.http.Problem;
import org.colophon.service.http.RequestObserver;
import org.colophon.service.http.Route;
import org.colophon.service.principal.Principals;
import org.colophon.service.session.Sessions;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** Web server of a service: the socket file, the optional TCP port and the threads. */
public final class HttpServer {
  /** Number of threads for acceptors, selectors and requests without a limit. */
  private static final int SPARE_THREADS = 24;

  /** Minimum number of connections. It ensures that the status can always be requested. */
  private static final int MIN_CONNECTIONS = 8;

  private static final int CONNECTIONS_SHARE_OF_DESCRIPTORS = 3;

  static final long SHUTDOWN_IDLE_MILLIS = 1000;

  private static final Logger LOG = System.getLogger(HttpServer.class.getName());

  private final ServiceConfig config;
  private final Server server;
  private final Router router;
  private final Sessions sessions;
  private final boolean hasSocket;
  private final boolean hasToken;
  private final BrowserPort browserPort;
  private @Nullable ServerConnector tcp;
  private SslContextFactory.@Nullable Server ssl;

  /** Creates a server that does not listen yet. */
  public HttpServer(
      ServiceConfig config,
      List<Route> routes,
      HostRoutes hosts,
      RequestObserver observer,
      AuditLog audit,
      BackgroundThreads background,
      Sessions sessions) {
    this(config, routes, hosts, observer, audit, background, sessions, true, true);
  }

  private HttpServer(
      ServiceConfig config,
      List<Route> routes,
      HostRoutes hosts,
      RequestObserver observer,
      AuditLog audit,
      BackgroundThreads background,
      Sessions sessions,
      boolean hasSocket,
      boolean hasToken) {
    this.config = config;
    this.sessions = sessions;
    this.hasSocket = hasSocket;
    this.hasToken = hasToken;
    LimitsConfig limits = config.limits();
    this.router = new Router(routes, hosts, guard(config), limits, observer, audit, background);
    int maxThreads = router.maxThreads() + SPARE_THREADS;
    QueuedThreadPool threads = new RequestThreads(maxThreads);
    threads.setName("colophon-http");
    threads.setDaemon(true);
    // Without a pool: in a test, a request's body had bytes of another connection. Jetty has an
    // open defect: it releases a buffer twice, and a pool would assign it to two connections.
    this.server = new Server(threads, null, new ByteBufferPool.NonPooling());
    server.setErrorHandler(HttpServer::answerError);
    server.addBean(new NetworkConnectionLimit(maxConnections(limits), server));
    server.setHandler(new GracefulHandler(router));
    this.browserPort =
        new BrowserPort(server, httpConfiguration(false), limits.idleTime().toMillis());
    if (hasSocket) {
      addUnix();
    }
    config.listen().tcp().ifPresent(this::addTcp);
  }

  /** Threads that find the plug-ins of the creating thread. Jetty's threads find only its own. */
  private static final class RequestThreads extends QueuedThreadPool {
    private final ClassLoader plugins = Thread.currentThread().getContextClassLoader();

    RequestThreads(int maxThreads) {
      super(maxThreads, Math.min(8, maxThreads), 60_000);
    }

    @Override
    public Thread newThread(Runnable job) {
      Thread thread = super.newThread(job);
      thread.setContextClassLoader(plugins);
      return thread;
    }
  }

  /**
   * Creates a server for browser sessions only. It listens on TCP, without a socket file and a
   * token.
   */
  public static HttpServer forBrowsers(
      ServiceConfig config, List<Route> routes, Sessions sessions) {
    return ofTcp(config, routes, sessions, false);
  }

  /**
   * Creates a server for programs with a token or certificate. It listens on TCP, without a socket
   * file.
   */
  public static HttpServer forPrograms(ServiceConfig config, List<Route> routes) {
    return ofTcp(config, routes, new Sessions(System::nanoTime), true);
  }

  private static HttpServer ofTcp(
      ServiceConfig config, List<Route> routes, Sessions sessions, boolean hasToken) {
    return new HttpServer(
        config,
        routes,
        HostRoutes.NONE,
        RequestObserver.NONE,
        AuditLog.ofStore(config.store()),
        new BackgroundThreads(),
        sessions,
        false,
        hasToken);
  }

  /** Answers with problem+json when Jetty itself refuses a request. */
  private static boolean answerError(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    Object reason = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
    String detail = reason == null ? HttpStatus.getMessage(status) : reason.toString();
    ErrorCode code = status < 500 ? ErrorCode.BAD_REQUEST : ErrorCode.IO_FAILED;
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, MediaTypes.PROBLEM);
    response.write(true, new Problem(status, code, detail, List.of()).toBuffer(), callback);
    return true;
  }

  /**
   * Limits the connections to a part of the free file descriptors. Recording and answers need the
   * others.
   */
  private static int maxConnections(LimitsConfig limits) {
    int free = Math.max(0, Descriptors.limit() - Descriptors.open());
    int affordable = Math.max(MIN_CONNECTIONS, free / CONNECTIONS_SHARE_OF_DESCRIPTORS);
    if (affordable < limits.connections()) {
      LOG.log(
          Level.WARNING,
          "at most {0} connections instead of limits.connections: this process may open only {1} files; raise that (LimitNOFILE of systemd, ulimit -n)",
          "" + affordable,
          "" + Descriptors.limit());
    }
    return Math.min(limits.connections(), affordable);
  }

  private AccessGuard guard(ServiceConfig config) {
    TcpConfig tcpConfig = config.listen().tcp().orElse(null);
    BearerToken token = tcpConfig != null && hasToken ? BearerToken.of(config.tokenFile()) : null;
    return new AccessGuard(token, new Principals(config.store()), tcpConfig, sessions);
  }

  /**
   * Returns the address for browsers: the TCP port, or a free port on loopback if TCP is off. The
   * first call opens this port, which accepts browser sessions only.
   */
  public String browserAddress() {
    TcpConfig tcpConfig = config.listen().tcp().orElse(null);
    if (tcpConfig != null) {
      String host = tcpConfig.host();
      String scheme = tcpConfig.tls().isPresent() ? "https://" : "http://";
      return scheme + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }
    return browserPort.address();
  }

  /**
   * Reads token and certificate again, and applies changed names and origins. A port that was
   * removed from the configuration stays open with its old rules.
   */
  public void reload(ServiceConfig changed) {
    if (tcp != null && changed.listen().tcp().isEmpty()) {
      return;
    }
    AccessGuard guard = guard(changed);
    TlsConfig tls = changed.listen().tcp().flatMap(TcpConfig::tls).orElse(null);
    SslContextFactory.Server context = ssl;
    if (context != null && tls != null) {
      PemKeys.check(tls);
      try {
        context.reload(factory -> PemKeys.apply(tls, context));
      } catch (Exception e) {
        throw ErrorCode.BAD_REQUEST.exception(
            "the new certificate cannot be used, the old one stays: " + e, e);
      }
    }
    router.setGuard(guard);
  }

  private void addUnix() {
    try {
      Path directory = ServiceConfig.socketDirectory(config.socket());
      UserPrincipal root =
          directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("0");
      Set<UserPrincipal> trusted = new HashSet<>(List.of(root, ownUser()));
      Files.createDirectories(directory);
      add(
          new UnixConnector(
              server,
              config.socket(),
              trusted,
              new HttpConnectionFactory(httpConfiguration(false))));
    } catch (IOException e) {
      throw cannotListen(config.socket().toString(), e);
    }
  }

  /**
   * Reads the certificate, key and token as a start would, but does not create a token.
   *
   * @throws ColophonException if one of the files cannot be used
   */
  public static void checkFiles(ServiceConfig config) {
    config
        .listen()
        .tcp()
        .ifPresent(
            tcp -> {
              tcp.tls().ifPresent(PemKeys::check);
              if (Files.exists(config.tokenFile(), LinkOption.NOFOLLOW_LINKS)) {
                BearerToken.of(config.tokenFile());
              }
            });
  }

  private static UserPrincipal ownUser() throws IOException {
    return Files.getOwner(Path.of("/proc/self"));
  }

  private void addTcp(TcpConfig tcpConfig) {
    HttpConnectionFactory http =
        new HttpConnectionFactory(httpConfiguration(tcpConfig.tls().isPresent()));
    if (tcpConfig.tls().isEmpty()) {
      tcp = new ServerConnector(server, 1, 1, http);
    } else {
      ssl = new SslContextFactory.Server();
      PemKeys.apply(tcpConfig.tls().get(), ssl);
      ssl.setIncludeProtocols("TLSv1.3", "TLSv1.2");
      tcp =
          new ServerConnector(
              server, 1, 1, new SslConnectionFactory(ssl, http.getProtocol()), http);
    }
    tcp.setHost(tcpConfig.host());
    tcp.setPort(tcpConfig.port());
    add(tcp);
  }

  private void add(AbstractConnector connector) {
    connector.setIdleTimeout(config.limits().idleTime().toMillis());
    connector.setShutdownIdleTimeout(SHUTDOWN_IDLE_MILLIS);
    server.addConnector(connector);
  }

  private HttpConfiguration httpConfiguration(boolean isSecure) {
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(config.limits().headerBytes());
    http.setSendServerVersion(false);
    http.setUseInputDirectByteBuffers(false); // heap buffers are cheap to allocate for each request
    http.setUseOutputDirectByteBuffers(false);
    if (isSecure) {
      // The service does not check the host names in its own certificate.
      http.addCustomizer(new SecureRequestCustomizer(false));
    }
    return http;
  }

  /**
   * Starts to listen.
   *
   * @throws ColophonException STORE_LOCKED if another service listens on the address; IO_FAILED
   */
  public void start() {
    if (hasSocket) {
      clearSocket(config.socket());
    }
    server.setStopTimeout(config.limits().stopTime().toMillis() / 2);
    try {
      server.start();
    } catch (Exception e) {
      stopQuietly(e);
      throw cannotListen(addresses(), e);
    }
  }

  private String addresses() {
    String address =
        config.listen().tcp().map(each -> " and " + each.host() + ":" + each.port()).orElse("");
    return hasSocket ? config.socket() + address : address.replaceFirst("^ and ", "");
  }

  private void stopQuietly(Exception first) {
    try {
      server.stop();
    } catch (Exception e) {
      first.addSuppressed(e);
    }
  }

  private static ColophonException cannotListen(String where, Exception e) {
    return ErrorCode.IO_FAILED.exception("cannot listen on " + where + ": " + e, e);
  }

  /** Deletes the socket file of a killed service. */
  private static void clearSocket(Path socket) {
    if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      if (Files.isRegularFile(socket) || Files.isDirectory(socket)) {
        throw ErrorCode.ALREADY_EXISTS.exception(
            socket + " is not a socket: choose another listen.socket");
      }
      if (answers(socket)) {
        throw ErrorCode.STORE_LOCKED.exception("another service listens on " + socket + " already");
      }
      Files.delete(socket);
    } catch (IOException e) {
      throw cannotListen(socket.toString(), e);
    }
  }

  private static boolean answers(Path socket) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (SocketException e) {
      return false;
    }
  }

  /** Returns the TCP port; 0 without TCP. */
  public int port() {
    return tcp == null ? 0 : tcp.getLocalPort();
  }

  /** Stops listening. Waits for running requests, at most half of limits.stop-time. */
  public void stop() {
    try {
      server.stop();
    } catch (Exception e) {
      throw ErrorCode.IO_FAILED.exception("stopping to listen failed: " + e, e);
    }
  }
}
