// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;

/** Endpoint that takes snapshots. */
public record SnapshotEndpoint(Kernel kernel) {
  public List<Route> routes() {
    return List.of(Route.of("POST", "/v1/snapshots", List.of(), this::take));
  }

  private record TakenSnapshot(String name, long lsn) {}

  private record SnapshotBody(String name) {}

  private void take(Exchange exchange) throws IOException {
    String name = exchange.jsonBody(SnapshotBody.class).name();
    exchange.control("snapshot", Map.of("name", name == null ? "" : name));
    Snapshot taken = kernel.snapshot(name);
    exchange.json(201, new TakenSnapshot(taken.name(), taken.lsn()));
  }
}
