// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.colophon.client.connection.Transport.TransportException;
import org.colophon.client.protocol.ServiceAddress;
import org.colophon.client.protocol.ServiceHeaders;
import org.colophon.client.protocol.TrustedUsers;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a service that sends one request after the other.
 *
 * <ol>
 *   <li>{@link #at} and {@link Builder#build} do no I/O.
 *   <li>{@link #exchange} connects if necessary, sends a request and returns when its answer
 *       begins.
 *   <li>The caller reads and closes the answer before the next request. The connection is kept, and
 *       opened again if the service closed it meanwhile.
 *   <li>{@link #close} may come from any thread; a running exchange then ends with IO_FAILED.
 * </ol>
 *
 * <p>A request that changes something is sent only once. If the connection breaks before its
 * answer, its outcome is unknown.
 *
 * <p>One thread at a time.
 */
public final class ServiceConnection implements AutoCloseable {
  private static final int MAX_REFUSAL_BYTES = 1 << 20;
  private static final int MAX_TRIES = 10;
  private static final long PAUSE_MILLIS = 1000;

  /** Time in which a service that is not hung answers a request for its health. */
  public static final Duration ANSWER_TIME = Duration.ofSeconds(10);

  private final Builder target;
  private volatile @Nullable Transport transport;
  private volatile boolean isClosed;

  private ServiceConnection(Builder target) {
    this.target = target;
  }

  /** Prepares a connection to a socket file. */
  public static Builder at(Path socket) {
    return new Builder(socket, "", 0);
  }

  /** Prepares a connection over TCP, which needs the service's token. */
  public static Builder at(String host, int port) {
    return new Builder(null, host, port);
  }

  /** Connects to the service of a store, see {@link #ofStore(Path, Duration)}; waits 10 s. */
  public static Optional<ServiceConnection> ofStore(Path store) {
    return ofStore(store, ANSWER_TIME);
  }

  /**
   * Connects to the service of a store, if one runs and answers. A service that hangs still accepts
   * connections, so this asks for its health.
   *
   * @param answerTime maximum time for this answer.
   * @throws SilentServiceException if the service runs but does not answer in time.
   * @throws ColophonException NOT_PERMITTED if a user listens who is neither this process's user,
   *     nor root, nor an owner of the store or its {@code service.json}.
   */
  public static Optional<ServiceConnection> ofStore(Path store, Duration answerTime) {
    Optional<ServiceAddress> address = ServiceAddress.of(store);
    if (address.isEmpty()) {
      return Optional.empty();
    }
    try {
      return connected(store, address.get(), TrustedUsers.of(store), answerTime);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot determine the owner of the store " + store + ": " + e, e);
    }
  }

  static Optional<ServiceConnection> connected(
      Path store, ServiceAddress address, Set<String> trusted, Duration answerTime) {
    Builder builder = at(address.socket()).timeout(answerTime);
    builder.store = store;
    builder.trustedUsers = trusted;
    ServiceConnection connection = builder.build();
    try {
      connection.exchange(ServiceRequest.get("/healthz").build()).close();
    } catch (ServiceRefusalException e) {
      // It answers.
    } catch (ColophonException e) {
      connection.close();
      if (e.getCause() instanceof TransportException broken && broken.isTimeout()) {
        throw new SilentServiceException(store, address.pid(), answerTime, e);
      }
      if (e.code() == ErrorCode.NOT_PERMITTED || e.code() == ErrorCode.INTERRUPTED) {
        throw e;
      }
      return Optional.empty(); // the service was killed, or is stopping
    }
    connection.setTimeout(address.patience());
    return Optional.of(connection);
  }

  /** Sets the maximum time that the service may be silent during the next exchanges. */
  public void setTimeout(Duration time) {
    target.timeout(time);
    Transport open = transport;
    if (open != null) {
      open.setTimeoutMillis((int) time.toMillis());
    }
  }

  /**
   * Directs the next requests to the store of another host.
   *
   * @param id machine id of the host; empty for the service's own store
   */
  public void setHost(String id) {
    target.isReporting = false;
    target.hostHeaders = id.isEmpty() ? "" : Builder.header(ServiceHeaders.HOST, id);
  }

  /** Settings of a connection. One thread. */
  public static final class Builder {
    private final @Nullable Path socket;
    private final String host;
    private final int port;
    private @Nullable String token;
    private @Nullable SSLContext tls;
    private Duration timeout = Duration.ofMinutes(2);
    private @Nullable Path store;
    private @Nullable Set<String> trustedUsers;
    private String hostHeaders = "";
    private String forwarded = "";
    private boolean isReporting;

    private Builder(@Nullable Path socket, String host, int port) {
      this.socket = socket;
      this.host = host;
      this.port = port;
    }

    /** Sets the token that the service requires over TCP. */
    public Builder token(String text) {
      this.token = text.strip();
      return this;
    }

    /** Uses TLS, and accepts the service's certificate if this context trusts it. */
    public Builder tls(SSLContext context) {
      this.tls = context;
      return this;
    }

    /**
     * Sets the maximum time that the service may be silent during an exchange. The default is two
     * minutes.
     */
    public Builder timeout(Duration time) {
      if (time.toMillis() <= 0 || time.toMillis() > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("a timeout is positive and below 24 days: " + time);
      }
      this.timeout = time;
      return this;
    }

    /**
     * Reports for a host. The service stores the host's history separately from its own.
     *
     * @param id machine id
     * @param name display name
     * @param boot boot id, by which the service detects cloned machine ids; empty if unknown
     */
    public Builder reportingFor(String id, String name, String boot) {
      isReporting = true;
      hostHeaders =
          header(ServiceHeaders.HOST, id)
              + header(ServiceHeaders.HOST_NAME, name)
              + (boot.isEmpty() ? "" : header(ServiceHeaders.BOOT, boot));
      return this;
    }

    /** Marks all requests as forwarded, so that the receiving service does not forward them. */
    public Builder forwarding() {
      forwarded = header(ServiceHeaders.FORWARDED, "true");
      return this;
    }

    private static String header(String name, String value) {
      if (!value.matches("[A-Za-z0-9._-]{1,64}")) {
        throw new IllegalArgumentException("not a host's name or id: " + value);
      }
      return name + ": " + value + "\r\n";
    }

    public ServiceConnection build() {
      return new ServiceConnection(this);
    }

    private String address() {
      return socket == null ? host + ":" + port : socket.toString();
    }

    private Transport connect() throws IOException {
      int timeoutMillis = (int) timeout.toMillis();
      if (socket == null) {
        return TcpTransport.connect(host, port, tls, timeoutMillis);
      }
      SocketChannel channel = UnixTransport.connect(socket, timeoutMillis);
      try {
        if (store != null && trustedUsers != null) {
          TrustedUsers.check(channel, socket, store, trustedUsers);
        }
        return new UnixTransport(channel, timeoutMillis);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    }

    private String headers() {
      String bracketed = host.contains(":") ? "[" + host + "]" : host;
      String authority = socket == null ? bracketed + ":" + port : "localhost";
      String authorization = token == null ? "" : "Authorization: Bearer " + token + "\r\n";
      String clock =
          isReporting ? header(ServiceHeaders.CLOCK, "" + System.currentTimeMillis()) : "";
      return "Host: "
          + authority
          + "\r\n"
          + authorization
          + forwarded
          + hostHeaders
          + clock
          + "\r\n";
    }
  }

  /**
   * Connects immediately, and not only for the first request.
   *
   * @throws ColophonException IO_FAILED if no service listens at the address
   */
  public void connect() {
    if (isClosed) {
      throw closedConnection();
    }
    if (transport == null) {
      try {
        transport = target.connect();
      } catch (SocketTimeoutException e) {
        throw Transport.toColophonException(TransportException.silent(e, target.timeout));
      } catch (IOException e) {
        throw ErrorCode.IO_FAILED.exception(
            "cannot reach the service at %s: %s; check that it runs"
                .formatted(target.address(), e.getMessage()),
            e);
      }
      if (isClosed) {
        drop(); // another thread closed it meanwhile
      }
    }
  }

  private static ColophonException closedConnection() {
    return ErrorCode.IO_FAILED.exception("the connection to the service is closed");
  }

  /**
   * Sends a request and waits until its answer begins.
   *
   * @return the answer, which the caller closes before the next request.
   * @throws ServiceRefusalException for every status from 400, with the service's code and message.
   * @throws ColophonException IO_FAILED if the service cannot be reached, is silent for too long or
   *     cuts off its answer; INTERRUPTED
   */
  public ServiceResponse exchange(ServiceRequest request) {
    if (transport != null && !transport.isIdle()) {
      drop();
    }
    boolean isKept = transport != null;
    HttpHead head = attempt(request);
    if (head == null && isKept && request.isRepeatable() && !isClosed) {
      head = attempt(request); // the service had closed the idle connection
    }
    Transport open = transport;
    if (head == null || open == null) {
      throw ErrorCode.IO_FAILED.exception(
          "the service at "
              + target.address()
              + " closed the connection without an answer; see its log");
    }
    ServiceResponse response = new ServiceResponse(head, new BodyInput(head, open.in()), this);
    return head.status() < 400 ? response : refuse(response);
  }

  /**
   * Does the same as {@link #exchange}, but repeats a request that the service refuses with
   * OVERLOADED. Sends it once a second, at most {@value #MAX_TRIES} times. Does not repeat a
   * request whose body is a stream.
   */
  public ServiceResponse exchangePatiently(ServiceRequest request) {
    for (int tries = 1; true; tries++) {
      try {
        return exchange(request);
      } catch (ServiceRefusalException e) {
        boolean mayRepeat = e.code() == ErrorCode.OVERLOADED && request.hasLength();
        if (!mayRepeat || tries == MAX_TRIES) {
          throw e;
        }
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("the service is overloaded", e);
    }
  }

  /**
   * Sends the request and returns the head of the answer. If the connection ends first, closes it
   * and returns null.
   */
  private @Nullable HttpHead attempt(ServiceRequest request) {
    connect();
    Transport used = transport;
    if (used == null) {
      throw closedConnection();
    }
    HttpHead head = null;
    try {
      send(used, request);
      head = awaitAnswer(used) ? HttpHead.read(used.in()) : null;
      return head;
    } finally {
      if (head == null) {
        drop();
      }
    }
  }

  /** Waits for the first byte. Returns false if the connection ends first. */
  private static boolean awaitAnswer(Transport used) {
    try {
      used.in().mark(1);
      boolean isAnswered = used.in().read() >= 0;
      used.in().reset();
      return isAnswered;
    } catch (IOException e) {
      if (e instanceof TransportException known && !known.isTimeout() && !known.isTls()) {
        return false;
      }
      throw Transport.toColophonException(e);
    }
  }

  private void send(Transport used, ServiceRequest request) {
    try {
      used.out().write((request.head() + target.headers()).getBytes(StandardCharsets.US_ASCII));
      request.writeBody(used.out());
      used.out().flush();
    } catch (TransportException e) {
      // The service may have refused before it read the whole body. Its answer has the reason.
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read the request's body to send it: " + e, e);
    }
  }

  private static ServiceResponse refuse(ServiceResponse response) {
    try (response) {
      byte[] body = response.body().readNBytes(MAX_REFUSAL_BYTES);
      throw ServiceRefusalException.of(response.status(), new String(body, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw Transport.toColophonException(e);
    }
  }

  /** Called when an answer is closed. */
  void finished(boolean isReusable) {
    if (!isReusable) {
      drop();
    }
  }

  private void drop() {
    Transport dropped = transport;
    transport = null;
    if (dropped != null) {
      dropped.close();
    }
  }

  @Override
  public void close() {
    isClosed = true;
    Transport open = transport;
    if (open != null) {
      open.close();
    }
  }
}
