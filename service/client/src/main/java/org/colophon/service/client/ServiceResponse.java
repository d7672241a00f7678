package org.colophon.service.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.colophon.service.protocol.ServiceHeaders;

/**
 * An answer of the service, whose body streams. The caller closes it before the next request. The
 * connection is kept if the body was read to its end. One thread.
 */
public final class ServiceResponse implements AutoCloseable {
  private final HttpHead head;
  private final BodyInput body;
  private final ServiceConnection connection;

  ServiceResponse(HttpHead head, BodyInput body, ServiceConnection connection) {
    this.head = head;
    this.body = body;
    this.connection = connection;
  }

  /** The HTTP status, below 400. */
  public int status() {
    return head.status();
  }

  /** The first value of a header, or null. */
  public String header(String name) {
    return head.first(name);
  }

  /** Returns the media type of the body; empty if it has none. */
  public String mediaType() {
    String given = header("Content-Type");
    return given == null ? "" : given;
  }

  /** Returns false if a question found nothing. */
  public boolean isFound() {
    return !"false".equals(header(ServiceHeaders.FOUND));
  }

  /** Remarks for standard error. */
  public List<String> remarks() {
    return head
        .headers()
        .getOrDefault(ServiceHeaders.REMARK.toLowerCase(Locale.ROOT), List.of())
        .stream()
        .map(text -> URLDecoder.decode(text, StandardCharsets.UTF_8))
        .toList();
  }

  /**
   * Returns the body. Reading it throws a {@link org.colophon.core.error.ColophonException} if the
   * service is silent for too long or cuts off its answer.
   */
  public InputStream body() {
    return body;
  }

  /** The whole body as text. */
  public String text() {
    try {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw Transport.toColophonException(e);
    }
  }

  /**
   * Copies the body.
   *
   * @throws IOException if the target cannot be written
   */
  public void copyTo(OutputStream out) throws IOException {
    body.transferTo(out);
  }

  /** The body as server-sent events. */
  public ServiceEvents events() {
    return new ServiceEvents(this);
  }

  @Override
  public void close() {
    connection.finished(body.isAtEnd() && !"close".equalsIgnoreCase(header("Connection")));
  }
}
