// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Sends requests byte by byte, so that tests can also send malformed requests. */
final class Caller {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final SocketAddress address;
  private final Map<String, String> headers = new LinkedHashMap<>();

  private Caller(SocketAddress address) {
    this.address = address;
    headers.put("Host", "localhost");
  }

  static Caller of(Path socket) {
    return new Caller(UnixDomainSocketAddress.of(socket));
  }

  static Caller of(int port) {
    return new Caller(new InetSocketAddress("127.0.0.1", port));
  }

  /** Returns the same caller with an additional header. */
  Caller with(String name, String value) {
    Caller other = new Caller(address);
    other.headers.putAll(headers);
    other.headers.put(name, value);
    return other;
  }

  /** An answer. */
  record Reply(int status, Map<String, List<String>> headers, byte[] bytes) {
    String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    JsonNode json() {
      try {
        return MAPPER.readTree(bytes);
      } catch (IOException e) {
        throw new AssertionError("the reply is not JSON: " + text(), e);
      }
    }

    String header(String name) {
      List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
      return values.isEmpty() ? null : values.get(0);
    }
  }

  Reply get(String path) throws IOException {
    return call("GET", path, new byte[0]);
  }

  Reply post(String path, String body) throws IOException {
    return call("POST", path, body.getBytes(StandardCharsets.UTF_8));
  }

  Reply call(String method, String path, byte[] body) throws IOException {
    StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (body.length > 0 || method.equals("POST")) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    head.append("Connection: close\r\n\r\n");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
    all.writeBytes(body);
    return raw(all.toByteArray(), false);
  }

  SocketChannel connect() throws IOException {
    if (address instanceof UnixDomainSocketAddress) {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      channel.connect(address);
      return channel;
    }
    return SocketChannel.open(address);
  }

  /** Sends bytes, and ends the output. */
  Reply rawAndEnd(byte[] request) throws IOException {
    return raw(request, true);
  }

  /** Sends bytes and reads until the service closes the connection. */
  private Reply raw(byte[] request, boolean isEnded) throws IOException {
    try (SocketChannel channel = connect()) {
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      try {
        ByteBuffer out = ByteBuffer.wrap(request);
        while (out.hasRemaining()) {
          channel.write(out);
        }
        if (isEnded) {
          channel.shutdownOutput();
        }
      } catch (IOException e) {
        // The service may refuse before it has read the whole request. Its answer has the reason.
      }
      read(channel, answer);
      return parse(answer.toByteArray());
    }
  }

  private static void read(SocketChannel channel, ByteArrayOutputStream into) throws IOException {
    ByteBuffer in = ByteBuffer.allocate(1 << 16);
    try {
      while (channel.read(in) >= 0) {
        into.write(in.array(), 0, in.position());
        in.clear();
      }
    } catch (IOException e) {
      if (into.size() == 0) {
        throw e;
      }
    }
  }

  /** Parses an answer. Status 0 means that the connection closed without an answer. */
  static Reply parse(byte[] answer) throws EOFException {
    String text = new String(answer, StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return new Reply(0, Map.of(), answer);
    }
    String[] lines = text.substring(0, end).split("\r\n");
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      headers
          .computeIfAbsent(
              lines[i].substring(0, colon).toLowerCase(Locale.ROOT), key -> new ArrayList<>())
          .add(lines[i].substring(colon + 1).strip());
    }
    int status = Integer.parseInt(lines[0].split(" ")[1]);
    String body = text.substring(end + 4);
    boolean isChunked = headers.getOrDefault("transfer-encoding", List.of()).contains("chunked");
    String whole = isChunked ? dechunk(body) : body;
    return new Reply(status, headers, whole.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String dechunk(String body) throws EOFException {
    StringBuilder whole = new StringBuilder();
    int at = 0;
    while (at < body.length()) {
      int line = body.indexOf("\r\n", at);
      if (line < 0) {
        break;
      }
      int size = Integer.parseInt(body.substring(at, line), 16);
      if (size == 0) {
        return whole.toString();
      }
      if (line + 2 + size > body.length()) {
        break;
      }
      whole.append(body, line + 2, line + 2 + size);
      at = line + 2 + size + 2;
    }
    throw new EOFException("the answer was cut off after " + whole.length() + " characters");
  }
}
