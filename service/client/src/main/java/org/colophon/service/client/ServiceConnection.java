package org.colophon.service.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.client.Wire.WireException;
import org.colophon.service.protocol.ServiceAddress;
import org.colophon.service.protocol.TrustedUsers;

/**
 * A connection to a service, on which one request follows the other.
 *
 * <ol>
 *   <li>{@link #at} and {@link Builder#build} do no I/O.
 *   <li>{@link #exchange} connects if need be, sends a request and returns when the answer begins.
 *   <li>The answer is read and closed; then comes the next request. The connection is kept
 *       meanwhile, and made anew if the service closed it.
 *   <li>{@link #close}, from any thread, ends it all; an exchange that runs ends with IO_FAILED.
 * </ol>
 *
 * <p>A request that changes something is never sent twice: where the connection broke before its
 * answer came, whether it was carried out is not known.
 *
 * <p>One thread at a time.
 */
public final class ServiceConnection implements AutoCloseable {
  private static final int MAX_REFUSAL_BYTES = 1 << 20;
  private static final int MAX_TRIES = 10;
  private static final long PAUSE_MILLIS = 1000;

  private final Dialer dialer;
  private final String name;
  private final String headers;
  private volatile Wire wire;
  private volatile boolean isClosed;

  private ServiceConnection(Dialer dialer, String name, String headers) {
    this.dialer = dialer;
    this.name = name;
    this.headers = headers;
  }

  /** Makes connections to a socket file. */
  public static Builder at(Path socket) {
    return new Builder(socket, null, 0);
  }

  /** Makes connections over TCP, where the service asks for its token. */
  public static Builder at(String host, int port) {
    return new Builder(null, host, port);
  }

  /**
   * A connection, connected already, to the service of a store, if one runs and lets us in.
   *
   * @throws ColophonException NOT_PERMITTED if who listens there is neither this process's user nor
   *     root nor whose the store, or its {@code service.json}, is
   */
  public static Optional<ServiceConnection> ofStore(Path store) {
    Optional<ServiceAddress> address = ServiceAddress.of(store);
    if (address.isEmpty()) {
      return Optional.empty();
    }
    try {
      return connected(store, address.get(), TrustedUsers.of(store));
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot find out whose the store " + store + " is: " + e, e);
    }
  }

  /** The same, trusting some users. */
  static Optional<ServiceConnection> connected(
      Path store, ServiceAddress address, Set<String> users) {
    Path socket = address.socket();
    ServiceConnection connection =
        at(socket)
            .timeout(address.patience())
            .look(channel -> TrustedUsers.check(channel, socket, store, users))
            .build();
    try {
      connection.connect();
      return Optional.of(connection);
    } catch (ColophonException e) {
      if (e.code() == ErrorCode.NOT_PERMITTED) {
        throw e;
      }
      return Optional.empty(); // it was killed, or ends just now
    }
  }

  /** Gathers what is known of a service. One thread. */
  public static final class Builder {
    private final Path socket;
    private final String host;
    private final int port;
    private String token;
    private SSLContext tls;
    private Duration timeout = Duration.ofMinutes(2);
    private Dialers.Look look = channel -> {};

    private Builder(Path socket, String host, int port) {
      this.socket = socket;
      this.host = host;
      this.port = port;
    }

    /** What the service wants to be shown over TCP. */
    public Builder token(String text) {
      this.token = text.strip();
      return this;
    }

    /** Speaks TLS, with a service whose certificate this trusts. */
    public Builder tls(SSLContext context) {
      this.tls = context;
      return this;
    }

    /** How long the service may be silent while something is awaited; two minutes unless said. */
    public Builder timeout(Duration time) {
      if (time.toMillis() <= 0 || time.toMillis() > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("a timeout is positive and below 24 days: " + time);
      }
      this.timeout = time;
      return this;
    }

    /** Looks at who listens on the socket file. */
    private Builder look(Dialers.Look value) {
      this.look = value;
      return this;
    }

    public ServiceConnection build() {
      String called = socket == null ? host + ":" + port : socket.toString();
      return new ServiceConnection(dialer(), called, headers());
    }

    private Dialer dialer() {
      if (socket != null) {
        return Dialers.unix(socket, timeout, look);
      }
      return tls == null ? Dialers.tcp(host, port, timeout) : Dialers.tls(host, port, tls, timeout);
    }

    private String headers() {
      String bracketed = host != null && host.contains(":") ? "[" + host + "]" : host;
      String named = socket == null ? bracketed + ":" + port : "localhost";
      return "Host: "
          + named
          + "\r\n"
          + (token == null ? "" : "Authorization: Bearer " + token + "\r\n")
          + "\r\n";
    }
  }

  /**
   * Connects now rather than with the first request.
   *
   * @throws ColophonException IO_FAILED if nobody is there
   */
  public void connect() {
    if (isClosed) {
      throw new ColophonException(ErrorCode.IO_FAILED, "the connection to the service was closed");
    }
    if (wire == null) {
      try {
        wire = dialer.dial();
      } catch (IOException e) {
        throw new ColophonException(
            ErrorCode.IO_FAILED, "cannot reach the service at " + name + ": " + e.getMessage(), e);
      }
      if (isClosed) {
        drop(); // closed while it dialled
      }
    }
  }

  /**
   * Sends a request and waits until its answer begins.
   *
   * @return to be closed before the next request
   * @throws ServiceRefusalException with the service's code and message, for every status from 400
   * @throws ColophonException IO_FAILED if the service cannot be reached, is silent for too long or
   *     breaks off; INTERRUPTED
   */
  public ServiceResponse exchange(ServiceRequest request) {
    if (wire != null && !wire.isAlive()) {
      drop();
    }
    boolean isKept = wire != null;
    HttpHead head = attempt(request);
    if (head == null && isKept && request.isRepeatable() && !isClosed) {
      head = attempt(request); // it closed the kept connection just as the request came
    }
    if (head == null) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "the service at " + name + " closed the connection unanswered");
    }
    BodyInput body = BodyInput.of(head.status(), head.headers(), wire.in());
    ServiceResponse response = new ServiceResponse(head.status(), head.headers(), body, this);
    return head.status() < 400 ? response : refuse(response);
  }

  /**
   * Does as {@link #exchange}, but sends the request again, once a second and {@value #MAX_TRIES}
   * times in all, while the service refuses it with OVERLOADED. It has done nothing then. A body
   * that is a stream is sent once.
   */
  public ServiceResponse exchangePatiently(ServiceRequest request) {
    for (int tries = 1; true; tries++) {
      try {
        return exchange(request);
      } catch (ServiceRefusalException e) {
        boolean isAgain = e.code() == ErrorCode.OVERLOADED && request.hasLength();
        if (!isAgain || tries == MAX_TRIES) {
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
      Thread.currentThread().interrupt();
      throw new ColophonException(
          ErrorCode.INTERRUPTED, "interrupted while the service has too much to do", e);
    }
  }

  /** Null if the connection ended before an answer began; it is gone then. */
  private HttpHead attempt(ServiceRequest request) {
    connect();
    Wire used = wire;
    if (used == null) {
      throw new ColophonException(ErrorCode.IO_FAILED, "the connection to the service was closed");
    }
    HttpHead head = null;
    try {
      send(used, request);
      head = isAnswered(used) ? HttpHead.read(used.in()) : null;
      return head;
    } finally {
      if (head == null) {
        drop();
      }
    }
  }

  /** Waits for the first byte; false if the connection ends instead. */
  private static boolean isAnswered(Wire used) {
    try {
      used.in().mark(1);
      boolean isThere = used.in().read() >= 0;
      used.in().reset();
      return isThere;
    } catch (IOException e) {
      if (e instanceof WireException known && !known.isSilence()) {
        return false;
      }
      throw Wire.broken(e);
    }
  }

  private void send(Wire used, ServiceRequest request) {
    try {
      used.out().write((request.head() + headers).getBytes(StandardCharsets.US_ASCII));
      if (request.hasLength()) {
        request.body().write(used.out());
      } else {
        ChunkedOutput chunks = new ChunkedOutput(used.out());
        request.body().write(chunks);
        chunks.end();
      }
      used.out().flush();
    } catch (WireException e) {
      // It may have refused before it read everything; then its answer is there and says why.
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot read what is to be sent to the service: " + e, e);
    }
  }

  private static ServiceResponse refuse(ServiceResponse response) {
    try (response) {
      byte[] body = response.body().readNBytes(MAX_REFUSAL_BYTES);
      throw ServiceRefusalException.of(response.status(), new String(body, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw Wire.broken(e);
    }
  }

  /** Called when an answer is done with. */
  void finished(boolean isReusable) {
    if (!isReusable) {
      drop();
    }
  }

  private void drop() {
    Wire dropped = wire;
    wire = null;
    if (dropped != null) {
      dropped.close();
    }
  }

  @Override
  public void close() {
    isClosed = true;
    Wire dropped = wire;
    if (dropped != null) {
      dropped.close();
    }
  }
}
