package org.colophon.service.client;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One request to the service. Immutable, if what writes its body is. */
public final class ServiceRequest {
  private final String method;
  private final String target;
  private final String mediaType;
  private final long bodyBytes;
  private final Body body;

  /** What writes a request's body; leaves the stream open. */
  @FunctionalInterface
  public interface Body {
    void write(OutputStream out) throws IOException;
  }

  private ServiceRequest(Builder builder) {
    this.method = builder.method;
    this.target =
        builder.path
            + (builder.parameters.isEmpty() ? "" : "?" + String.join("&", builder.parameters));
    this.mediaType = builder.mediaType;
    this.bodyBytes = builder.bodyBytes;
    this.body = builder.body;
  }

  /** A request that changes nothing, so that it may be made twice. */
  public static Builder get(String path) {
    return new Builder("GET", path);
  }

  public static Builder post(String path) {
    return new Builder("POST", path);
  }

  public static Builder delete(String path) {
    return new Builder("DELETE", path);
  }

  /** A text as it stands in one part of a path. */
  public static String pathPart(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** How long the request's line and headers are, about; services limit it, mostly to 16 KiB. */
  public int headBytes() {
    return head().length();
  }

  boolean isRepeatable() {
    return method.equals("GET");
  }

  boolean hasLength() {
    return bodyBytes >= 0;
  }

  Body body() {
    return body;
  }

  /** The request's line and those headers that say what it is. */
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

  /** Gathers what makes a request. One thread. */
  public static final class Builder {
    private final String method;
    private final String path;
    private final List<String> parameters = new ArrayList<>();
    private String mediaType;
    private long bodyBytes;
    private Body body = out -> {};

    private Builder(String method, String path) {
      if (!path.startsWith("/") || !path.matches("[!-~]+")) {
        throw new IllegalArgumentException("no path: " + path);
      }
      this.method = method;
      this.path = path;
    }

    /** Adds a parameter; one without a value is left out. */
    public Builder parameter(String name, Object value) {
      if (value != null) {
        parameters.add(pathPart(name) + "=" + pathPart(value.toString()));
      }
      return this;
    }

    /** A body whose length is known. */
    public Builder body(String type, byte[] bytes) {
      this.mediaType = type;
      this.bodyBytes = bytes.length;
      this.body = out -> out.write(bytes);
      return this;
    }

    /** A body that is sent while it is written, in chunks. */
    public Builder body(String type, Body writer) {
      this.mediaType = type;
      this.bodyBytes = -1;
      this.body = writer;
      return this;
    }

    public ServiceRequest build() {
      return new ServiceRequest(this);
    }
  }
}
