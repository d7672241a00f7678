package org.colophon.service.endpoint;

import java.nio.file.Path;
import java.util.List;
import org.colophon.core.host.HostSummary;
import org.colophon.service.http.Route;

/** Lists the hosts whose histories the service keeps. */
public final class HostsEndpoint {
  private HostsEndpoint() {}

  /** A host as JSON; the time is in milliseconds since 1970, 0 if nothing was written. */
  record Host(
      String name, String id, boolean local, long lastLsn, long lastWriteMillis, long bytes) {
    static Host of(HostSummary summary) {
      return new Host(
          summary.host().name(),
          summary.host().id(),
          summary.isLocal(),
          summary.lastLsn(),
          summary.lastWriteMillis(),
          summary.bytes());
    }
  }

  /** The route over a service's own store. */
  public static Route route(Path store) {
    return Route.of(
        "GET",
        "/v1/hosts",
        List.of(),
        exchange -> exchange.json(200, HostSummary.of(store).stream().map(Host::of).toList()));
  }
}
