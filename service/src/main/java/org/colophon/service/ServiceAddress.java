package org.colophon.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Where a store's service is reached, as the file {@code service.json} in the store says while one
 * runs. A killed service leaves the file behind: whether one is there is known when its socket
 * answers.
 *
 * @param socket the socket file
 * @param tcpPort 0 if it does not listen on TCP
 * @param pid the service's process
 */
public record ServiceAddress(Path socket, int tcpPort, long pid) {
  private static final String FILE = "service.json";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** The address of the service of a store, if one runs or was killed. */
  public static Optional<ServiceAddress> of(Path store) {
    Path file = store.resolve(FILE);
    if (!Files.isReadable(file)) {
      return Optional.empty();
    }
    try {
      JsonNode node = MAPPER.readTree(Files.readAllBytes(file));
      Path socket = Path.of(node.path("socket").asText());
      return Optional.of(
          new ServiceAddress(socket, node.path("tcpPort").asInt(), node.path("pid").asLong()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  void write(Path store) {
    Path unfinished = store.resolve(FILE + ".new");
    var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    try {
      Files.deleteIfExists(unfinished);
      try (FileChannel channel =
          FileChannel.open(
              unfinished, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owner)) {
        Map<String, Object> fields =
            Map.of("socket", socket.toString(), "tcpPort", tcpPort, "pid", pid);
        channel.write(ByteBuffer.wrap(MAPPER.writeValueAsBytes(fields)));
      }
      Files.move(unfinished, store.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot write " + store.resolve(FILE) + ": " + e, e);
    }
  }

  static void delete(Path store) throws IOException {
    Files.deleteIfExists(store.resolve(FILE));
  }
}
