package org.colophon.service.protocol;

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

/**
 * Address of a store's service, kept in the file {@code service.json} of the store while the
 * service runs. A killed service leaves the file behind.
 *
 * @param socket the socket file
 * @param tcpPort 0 if it does not listen on TCP
 * @param pid the service's process
 * @param requestTime limit for one question; zero if unknown
 */
public record ServiceAddress(Path socket, int tcpPort, long pid, Duration requestTime) {
  private static final String FILE = "service.json";
  private static final Duration MIN_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration MAX_TIMEOUT = Duration.ofMillis(Integer.MAX_VALUE);

  /** Extra time for work before and after the question itself. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(10);

  /** Reads the address of a store's service, if one runs or was killed. */
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

  private static ServiceAddress read(JsonParser json) throws IOException {
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

  /** The address file of a store. */
  public static Path file(Path store) {
    return store.resolve(FILE);
  }

  /** Returns the maximum silence of the service while it works on a question. */
  public Duration patience() {
    Duration wanted = requestTime.plus(ALLOWANCE);
    Duration enough = wanted.compareTo(MIN_TIMEOUT) < 0 ? MIN_TIMEOUT : wanted;
    return enough.compareTo(MAX_TIMEOUT) > 0 ? MAX_TIMEOUT : enough;
  }

  /** Writes the file; called by the service once it listens. */
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

  /** Deletes the file; called by the service once it has stopped. */
  public static void delete(Path store) throws IOException {
    Files.deleteIfExists(store.resolve(FILE));
  }
}
