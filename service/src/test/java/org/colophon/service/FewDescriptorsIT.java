// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ColophonException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a service with more callers than it has file descriptors. */
@Timeout(120)
class FewDescriptorsIT {
  private static final int MAX_DESCRIPTORS = 256;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @TempDir Path temp;

  private Process child;
  private final List<SocketChannel> callers = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    child =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "ulimit -n " + MAX_DESCRIPTORS + " && exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                ServiceChild.class.getName(),
                temp.resolve("store").toString(),
                "memory")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(child.inputReader().readLine()).isEqualTo("serving");
  }

  @AfterEach
  void stop() throws Exception {
    for (SocketChannel each : callers) {
      each.close();
    }
    child.destroyForcibly().waitFor();
  }

  @Test
  void reservesDescriptorsForRecordingUnderManyConnections() throws Exception {
    Path socket = temp.resolve("store/socket");
    try (ServiceConnection first = ServiceConnection.at(socket).build()) {
      assertThat(request(first, ServiceRequest.get("/v1/status").build()).path("state").asText())
          .isEqualTo("running");
      connectUntilNobodyIsAccepted(socket);
      assertThat(Path.of("/proc/" + child.pid() + "/fd").toFile().list())
          .hasSizeLessThan(MAX_DESCRIPTORS - 20);
      assertThat(request(first, operation()).path("accepted").asInt()).isEqualTo(1);
    }
    for (SocketChannel each : callers) {
      each.close();
    }
    try (ServiceConnection next = connected(socket)) {
      assertThat(request(next, operation()).path("accepted").asInt()).isEqualTo(1);
    }
  }

  private static ServiceRequest operation() {
    return ServiceRequest.post("/v1/operations")
        .body("application/x-ndjson", "{\"op\":\"process\"}".getBytes(StandardCharsets.UTF_8))
        .build();
  }

  private static JsonNode request(ServiceConnection connection, ServiceRequest request)
      throws IOException {
    try (ServiceResponse response = connection.exchange(request)) {
      return MAPPER.readTree(response.text());
    }
  }

  /**
   * Connects until the queue of the socket is full. That means that the service accepts no
   * connections.
   */
  private void connectUntilNobodyIsAccepted(Path socket) throws IOException {
    int refused = 0;
    while (refused < 1000) {
      assertThat(callers)
          .as("connections before the queue is full")
          .hasSizeLessThan(2 * MAX_DESCRIPTORS);
      SocketChannel caller = SocketChannel.open(StandardProtocolFamily.UNIX);
      caller.configureBlocking(false);
      try {
        caller.connect(UnixDomainSocketAddress.of(socket));
        callers.add(caller);
        refused = 0;
      } catch (IOException e) {
        caller.close();
        refused++;
      }
    }
  }

  private static ServiceConnection connected(Path socket) {
    ServiceConnection connection = ServiceConnection.at(socket).build();
    while (true) {
      try {
        connection.connect();
        return connection;
      } catch (ColophonException e) {
        assertThat(Thread.currentThread().isInterrupted()).as("timed out: " + e).isFalse();
      }
    }
  }
}
