// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * Address of a store's service. It is in the file {@code service.json} of the store while the
 * service runs. If the service is killed, the file remains.
 *
 * @param socket the socket file
 * @param tcpPort the TCP port; 0 if the service does not listen on TCP
 * @param pid pid of the service
 * @param requestTime maximum time for a query; zero if unknown
 */
public record ServiceAddress(Path socket, int tcpPort, long pid, Duration requestTime) {
  private static final String FILE = "service.json";
  private static final Duration MIN_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration MAX_TIMEOUT = Duration.ofMillis(Integer.MAX_VALUE);

  /** Time in addition to the request time, for the work before and after the query itself. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(10);

  /** Reads the address of a store's service. The service may run, or may have been killed. */
  public static Optional<ServiceAddress> of(Path store) {
    Path file = file(store);
    if (!Files.isReadable(file)) {
      return Optional.empty();
    }
    try (JsonParser json = new JsonFactory().createParser(Files.readAllBytes(file))) {
      return Optional.ofNullable(read(json));
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static @Nullable ServiceAddress read(JsonParser json) throws IOException {
    String socket = null;
    int tcpPort = 0;
    long pid = 0;
    long requestMillis = 0;
    json.nextToken();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "socket" -> socket = json.getText();
        case "tcpPort" -> tcpPort = json.getValueAsInt();
        case "pid" -> pid = json.getValueAsLong();
        case "requestMillis" -> requestMillis = Math.max(0, json.getValueAsLong());
        default -> json.skipChildren();
      }
    }
    Duration requestTime = Duration.ofMillis(requestMillis);
    return socket == null ? null : new ServiceAddress(Path.of(socket), tcpPort, pid, requestTime);
  }

  /** Returns the address file of a store. */
  public static Path file(Path store) {
    return store.resolve(FILE);
  }

  /** Returns the maximum time that the service may be silent while it answers a query. */
  public Duration patience() {
    Duration wanted = requestTime.plus(ALLOWANCE);
    Duration enough = wanted.compareTo(MIN_TIMEOUT) < 0 ? MIN_TIMEOUT : wanted;
    return enough.compareTo(MAX_TIMEOUT) > 0 ? MAX_TIMEOUT : enough;
  }

  /** Writes the file. The service calls this after it began to listen. */
  public void write(Path store) {
    try {
      PrivateFiles.write(file(store), toJson());
    } catch (IOException e) {
      throw IoFailure.of("write", file(store), e);
    }
  }

  private byte[] toJson() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("socket", socket.toString());
      json.writeNumberField("tcpPort", tcpPort);
      json.writeNumberField("pid", pid);
      json.writeNumberField("requestMillis", requestTime.toMillis());
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  /** Deletes the file. The service calls this after it has stopped. */
  public static void delete(Path store) throws IOException {
    Files.deleteIfExists(store.resolve(FILE));
  }
}
