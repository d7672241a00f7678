// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to the service. Immutable if the writer of its body is immutable.
 *
 * @param target path and parameters
 * @param mediaType media type of the body; null without a body
 * @param bodyBytes length of the body; -1 if it is sent in chunks
 */
public record ServiceRequest(
    String method, String target, @Nullable String mediaType, long bodyBytes, Body body) {
  /** Writes the body of a request. Leaves the stream open. */
  @FunctionalInterface
  public interface Body {
    void write(OutputStream out) throws IOException;
  }

  /** Begins a request that changes nothing, so that it may be repeated. */
  public static Builder get(String path) {
    return new Builder("GET", path);
  }

  public static Builder post(String path) {
    return new Builder("POST", path);
  }

  public static Builder delete(String path) {
    return new Builder("DELETE", path);
  }

  /**
   * Begins a request with any method.
   *
   * @param target path and query, percent-encoded
   */
  public static Builder to(String method, String target) {
    return new Builder(method, target);
  }

  /** Percent-encodes a text for use as a path segment. */
  public static String pathPart(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * Returns the approximate length of the request line and headers. Services limit this length,
   * usually to 16 KiB.
   */
  public int headBytes() {
    return head().length();
  }

  boolean isRepeatable() {
    return method.equals("GET");
  }

  boolean hasLength() {
    return bodyBytes >= 0;
  }

  void writeBody(OutputStream out) throws IOException {
    if (hasLength()) {
      body.write(out);
    } else {
      body.write(new ChunkedOutput(out));
      out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** Returns the request line and the headers of the body. */
  String head() {
    StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
    if (mediaType != null) {
      head.append("Content-Type: ").append(mediaType).append("\r\n");
    }
    if (!hasLength()) {
      head.append("Transfer-Encoding: chunked\r\n");
    } else if (!method.equals("GET")) {
      head.append("Content-Length: ").append(bodyBytes).append("\r\n");
    }
    return head.toString();
  }

  @Override
  public String toString() {
    return method + " " + target;
  }

  /** Builds a request. One thread. */
  public static final class Builder {
    private final String method;
    private final String path;
    private final Map<String, List<String>> parameters = new LinkedHashMap<>();
    private @Nullable String mediaType;
    private long bodyBytes;
    private Body body = out -> {};

    private Builder(String method, String path) {
      if (!path.startsWith("/") || !path.matches("[!-~]+")) {
        throw new IllegalArgumentException("invalid path: " + path);
      }
      this.method = method;
      this.path = path;
    }

    /** Adds a parameter. Ignores a null value. */
    public Builder parameter(String name, @Nullable Object value) {
      if (value != null) {
        parameters.computeIfAbsent(name, key -> new ArrayList<>()).add(value.toString());
      }
      return this;
    }

    /** Sets a body of known length. */
    public Builder body(String type, byte[] bytes) {
      this.mediaType = type;
      this.bodyBytes = bytes.length;
      this.body = out -> out.write(bytes);
      return this;
    }

    /** Sets a body that is sent in chunks while it is written. */
    public Builder body(String type, Body writer) {
      this.mediaType = type;
      this.bodyBytes = -1;
      this.body = writer;
      return this;
    }

    public ServiceRequest build() {
      List<String> pairs = new ArrayList<>();
      parameters.forEach(
          (name, values) ->
              values.forEach(value -> pairs.add(pathPart(name) + "=" + pathPart(value))));
      String query = pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
      return new ServiceRequest(method, path + query, mediaType, bodyBytes, body);
    }
  }

  /** Writes each write as a chunk of the body. */
  private static final class ChunkedOutput extends FilterOutputStream {
    ChunkedOutput(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (length > 0) { // an empty chunk would end the body
        out.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.write(bytes, offset, length);
        out.write('\r');
        out.write('\n');
      }
    }
  }
}
