// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.testing.hosts.ServiceProcess;

/** Reports operations to a service as lines, and requests the service's status. */
public final class ReportedFiles {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Number of processes that {@link #accesses} reports. */
  public static final int PROCESSES = 100;

  /** Number of files that {@link #accesses} reports. */
  public static final int FILES = 1000;

  private ReportedFiles() {}

  /**
   * Sends lines in one request, so that every operation is stored. Returns after they are
   * acknowledged.
   */
  public static void send(ServiceProcess service, ServiceRequest.Body lines) {
    ServiceRequest request =
        ServiceRequest.post("/v1/operations")
            .parameter("keep-all", "true")
            .body("application/x-ndjson", lines)
            .build();
    String answer = exchange(service, request);
    if (!answer.contains("\"refused\" : 0")) {
      throw new IllegalStateException(answer);
    }
  }

  /** Reports accesses, see {@link #accesses}. Returns after they are acknowledged. */
  public static void send(ServiceProcess service, int operations) {
    send(service, out -> accesses(operations, out));
  }

  /** Waits until a part of a cluster reaches a state. */
  static void await(int pollMillis, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("a part of the cluster does not answer as it should");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pollMillis));
    }
  }

  /** Returns the number of a port on which nothing listens. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Sends a request on a new connection. Returns the answer. */
  public static String exchange(ServiceProcess service, ServiceRequest request) {
    try (ServiceConnection connection = service.connect();
        ServiceResponse response = connection.exchange(request)) {
      return response.text();
    }
  }

  /** Returns the status of a service. */
  static JsonNode status(ServiceProcess service) {
    try {
      return MAPPER.readTree(exchange(service, ServiceRequest.get("/v1/status").build()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reports 100 processes that alternately read and write 1,000 files. */
  private static void accesses(int operations, OutputStream out) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < PROCESSES; i++) {
      lines.append("{\"op\":\"process\",\"id\":\"p").append(i);
      lines.append("\",\"pid\":").append(i + 1).append(",\"executable\":\"/bin/tool\"}\n");
    }
    for (int i = 0; i < FILES; i++) {
      lines.append("{\"op\":\"object\",\"id\":\"f").append(i);
      lines.append("\",\"path\":\"/lab/").append(i).append("\"}\n");
    }
    for (int i = 0; i < operations; i++) {
      lines.append(i % 3 != 0 ? "{\"op\":\"read\"" : "{\"op\":\"write\"");
      lines.append(",\"process\":\"p").append(i / 7 % PROCESSES);
      lines.append("\",\"object\":\"f").append(i * 13L % FILES).append("\"}\n");
      if (lines.length() > 1 << 16) {
        out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
        lines.setLength(0);
      }
    }
    out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
  }

  /** Reports a chain of processes. Each reads an object and writes the next one. */
  static void chain(String first, int steps, String last, OutputStream out) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < steps; i++) {
      String from = i == 0 ? first : "/chain/" + i;
      String to = i == steps - 1 ? last : "/chain/" + (i + 1);
      lines.append(
          """
          {"op":"process","id":"c%1$d","executable":"/bin/pass"}
          {"op":"read","process":"c%1$d","path":"%2$s"}
          {"op":"write","process":"c%1$d","path":"%3$s"}
          """
              .formatted(i, from, to));
    }
    out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
  }
}
