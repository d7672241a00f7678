// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host.node;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.colophon.client.protocol.MediaTypes;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.across.HostFind;
import org.colophon.query.across.HostPart;
import org.colophon.query.across.HostReaders;
import org.colophon.query.across.LocalParts;
import org.colophon.query.across.PartRequest;
import org.colophon.service.endpoint.BoundedReader;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;

/** Endpoints for requests from other nodes. */
public final class NodeEndpoints {
  static final String HOSTS = "/v1/cluster/hosts";
  static final String PARTS = "/v1/cluster/lineage";
  static final String FIND = "/v1/cluster/find";

  private final Supplier<NodeHosts> hosts;
  private final Function<Set<String>, HostReaders> readers;

  /**
   * Constructs the endpoints.
   *
   * @param hosts the hosts whose histories this node stores
   * @param readers returns readers of these hosts, by machine id, except some
   */
  public NodeEndpoints(Supplier<NodeHosts> hosts, Function<Set<String>, HostReaders> readers) {
    this.hosts = hosts;
    this.readers = readers;
  }

  public List<Route> routes() {
    return List.of(
        Route.of("GET", HOSTS, List.of(), exchange -> exchange.json(200, hosts.get())),
        Route.of("POST", PARTS, List.of(), this::parts),
        Route.of("POST", FIND, List.of(), this::find));
  }

  private Map<String, String> names() {
    Map<String, String> names = new HashMap<>();
    hosts.get().hosts().forEach(each -> names.put(each.id(), each.name()));
    return names;
  }

  private void find(Exchange exchange) throws IOException {
    byte[] body = body(exchange);
    HostFind search = read(body, HostFind.class);
    List<HostFind.Part> parts;
    try (HostReaders here = readers(body, exchange)) {
      parts = search.findLocally(here);
    }
    NodeFound answer = new NodeFound(names(), parts);
    exchange.write(200, MediaTypes.JSON, out -> PartJson.write(answer, out));
  }

  private void parts(Exchange exchange) throws IOException {
    Map<String, String> names = names();
    byte[] body = body(exchange);
    PartRequest request = withIds(read(body, PartRequest.class), names);
    List<HostPart> parts;
    try (HostReaders here = readers(body, exchange)) {
      parts = new LocalParts(here, null).answer(request);
    }
    NodeParts answer = new NodeParts(names, parts);
    exchange.write(200, MediaTypes.JSON, out -> PartJson.write(answer, out));
  }

  /**
   * Adds machine ids to a cut. The cut may contain a host's name that the requesting node cannot
   * map to an id.
   */
  private static PartRequest withIds(PartRequest request, Map<String, String> names) {
    if (request.limits() == null) {
      return request;
    }
    Map<String, Long> limits = new HashMap<>(request.limits());
    names.forEach(
        (id, name) -> {
          if (request.limits().containsKey(name)) {
            limits.putIfAbsent(id, request.limits().get(name));
          }
        });
    return new PartRequest(
        request.query(),
        limits,
        request.untilNanos(),
        request.bounds(),
        request.ends(),
        request.asksSenders());
  }

  private HostReaders readers(byte[] body, Exchange exchange) {
    return BoundedReader.of(
        readers.apply(read(body, NodeExcept.class).ids()), exchange.beginComputation());
  }

  private static byte[] body(Exchange exchange) throws IOException {
    return exchange.body(exchange.limits().ingestBytes()).readAllBytes();
  }

  private static <T> T read(byte[] body, Class<T> type) {
    try {
      return PartJson.read(new ByteArrayInputStream(body), type);
    } catch (IOException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the body is not a request of a node: " + e.getMessage());
    }
  }
}
