// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.colophon.client.protocol.ServiceHeaders;
import org.jspecify.annotations.Nullable;

/**
 * An answer of the service with a streamed body. The caller closes it before the next request. If
 * the body was read completely, the connection is reused. One thread.
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

  /** Returns the HTTP status, which is below 400. */
  public int status() {
    return head.status();
  }

  /** Returns the first value of a header, or null. */
  public @Nullable String header(String name) {
    return head.first(name);
  }

  /** Returns the media type of the body; empty if it has none. */
  public String mediaType() {
    String given = header("Content-Type");
    return given == null ? "" : given;
  }

  /** Returns false if the answer to a query is empty. */
  public boolean isFound() {
    return !"false".equals(header(ServiceHeaders.FOUND));
  }

  /** Returns whether the answer is incomplete because of damage to the store. */
  public boolean isDamaged() {
    return "true".equals(header(ServiceHeaders.DAMAGED));
  }

  /** Returns remarks for standard error. */
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

  /** Returns the whole body as text. */
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

  /** Returns a reader of the body as server-sent events. */
  public ServiceEvents events() {
    return new ServiceEvents(this);
  }

  @Override
  public void close() {
    connection.finished(body.isAtEnd() && !"close".equalsIgnoreCase(header("Connection")));
  }
}
