package org.colophon.service.cluster;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.colophon.query.across.HostPart;
import org.colophon.query.across.HostReaders;
import org.colophon.query.across.LocalParts;
import org.colophon.query.across.PartRequest;
import org.colophon.service.endpoint.BoundedReader;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;
import org.colophon.service.json.RequestJson;
import org.colophon.service.protocol.MediaTypes;

/** Endpoints by which nodes ask each other. */
public final class ClusterEndpoints {
  static final String HOSTS = "/v1/cluster/hosts";
  static final String PARTS = "/v1/cluster/lineage";

  private final Supplier<NodeHosts> hosts;
  private final Supplier<HostReaders> readers;

  /**
   * Constructs the endpoints.
   *
   * @param readers of all hosts here, by machine id
   */
  public ClusterEndpoints(Supplier<NodeHosts> hosts, Supplier<HostReaders> readers) {
    this.hosts = hosts;
    this.readers = readers;
  }

  public List<Route> routes() {
    return List.of(
        Route.of("GET", HOSTS, List.of(), exchange -> exchange.json(200, hosts.get())),
        Route.of("POST", PARTS, List.of(), this::parts));
  }

  private void parts(Exchange exchange) throws IOException {
    PartRequest request = request(exchange);
    long deadline = System.nanoTime() + exchange.limits().requestTime().toNanos();
    List<HostPart> parts;
    try (HostReaders here = BoundedReader.of(readers.get(), deadline)) {
      parts = new LocalParts(here, null).answer(request);
    }
    exchange.write(200, MediaTypes.JSON, out -> PartJson.write(parts, out));
  }

  private static PartRequest request(Exchange exchange) throws IOException {
    byte[] body = exchange.body(exchange.limits().ingestBytes()).readAllBytes();
    try {
      return PartJson.read(new ByteArrayInputStream(body), PartRequest.class);
    } catch (IOException e) {
      throw RequestJson.badRequest("the body is no question of a node: " + e.getMessage());
    }
  }
}
