// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host.node;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.colophon.client.connection.RemoteAddress;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.config.history.NodesConfig;
import org.jspecify.annotations.Nullable;

/** A service that answers for other hosts. Reuses a few connections. Any thread. */
final class Node {
  private static final int MAX_IDLE = 4;

  /** Maximum time in which a node must list its hosts. A slower node counts as unreachable. */
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final String url;
  private final NodesConfig config;
  private final ConcurrentLinkedQueue<ServiceConnection> idle = new ConcurrentLinkedQueue<>();
  private @Nullable ServiceConnection watching;
  private volatile NodeHosts hosts = new NodeHosts("", List.of(), List.of());
  private volatile String failure = "not asked yet";

  Node(String url, NodesConfig config) {
    this.url = url;
    this.config = config;
  }

  String url() {
    return url;
  }

  /** Returns the node's hosts, as of its last answer. */
  NodeHosts hosts() {
    return hosts;
  }

  /** Returns the reason why the last request failed; empty if it succeeded. */
  String failure() {
    return failure;
  }

  /** Requests the node's list of hosts. One thread at a time. */
  void refresh() {
    try {
      if (watching == null) {
        watching = builder().timeout(TIMEOUT).build();
      }
      ServiceRequest request = ServiceRequest.get(NodeEndpoints.HOSTS).build();
      try (ServiceResponse answer = watching.exchange(request)) {
        hosts = read(answer, NodeHosts.class);
      }
      failure = "";
    } catch (ColophonException e) {
      failure = String.valueOf(e.getMessage());
    }
  }

  /** Parses an answer of a node as JSON. */
  <T> T read(ServiceResponse answer, Class<T> type) {
    try {
      return PartJson.read(answer.body(), type);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(url + " answers in another form: " + e.getMessage(), e);
    }
  }

  /**
   * Sends a request that the node must not forward.
   *
   * @param hostId machine id of the host that the request concerns; empty for the node itself
   * @param reader reads the answer's body
   * @throws ColophonException with the node's code if it refuses; IO_FAILED
   */
  <T> T exchange(ServiceRequest request, String hostId, Function<ServiceResponse, T> reader) {
    ServiceConnection connection = idle.poll();
    if (connection == null) {
      connection = builder().build();
    }
    boolean isUsable = false;
    try {
      connection.setHost(hostId);
      try (ServiceResponse answer = connection.exchange(request)) {
        T read = reader.apply(answer);
        isUsable = true;
        return read;
      }
    } finally {
      if (isUsable && idle.size() < MAX_IDLE) {
        idle.add(connection);
      } else {
        connection.close();
      }
    }
  }

  private ServiceConnection.Builder builder() {
    return RemoteAddress.builder(
            "cluster.nodes", url, config.token(), config.authority().orElse(null))
        .forwarding();
  }

  void close() {
    for (ServiceConnection each = idle.poll(); each != null; each = idle.poll()) {
      each.close();
    }
  }
}
