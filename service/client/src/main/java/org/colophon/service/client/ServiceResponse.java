package org.colophon.service.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An answer of the service, whose body comes while it is read. To be closed before the next request
 * of its connection; the connection is kept where the body was read to its end. One thread.
 */
public final class ServiceResponse implements AutoCloseable {
  private final int status;
  private final Map<String, List<String>> headers;
  private final BodyInput body;
  private final ServiceConnection connection;

  ServiceResponse(
      int status, Map<String, List<String>> headers, BodyInput body, ServiceConnection connection) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.connection = connection;
  }

  /** The HTTP status, below 400. */
  public int status() {
    return status;
  }

  /** The first value of a header, or null. */
  public String header(String name) {
    List<String> values = headers.get(name.toLowerCase(Locale.ROOT));
    return values == null ? null : values.get(0);
  }

  /** Whether a question found anything. */
  public boolean isFound() {
    return !"false".equals(header("Colophon-Found"));
  }

  /** What a command would say on standard error. */
  public List<String> remarks() {
    return headers.getOrDefault("colophon-remark", List.of()).stream()
        .map(text -> URLDecoder.decode(text, StandardCharsets.UTF_8))
        .toList();
  }

  /**
   * The body. Reading it throws a {@link org.colophon.core.error.ColophonException} where the
   * service falls silent or breaks off, so an end is the whole body's end.
   */
  public InputStream body() {
    return body;
  }

  /** The whole body as text. */
  public String text() {
    try {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw Wire.broken(e);
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
