// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.colophon.core.host.HostSummary;
import org.colophon.core.host.StoreHost;
import org.colophon.service.host.HostStores;
import org.colophon.service.host.RemoteHosts;
import org.colophon.service.host.RemoteHosts.RemoteHost;
import org.colophon.service.http.Route;

/**
 * Endpoint that lists the hosts whose histories are stored by this service and by other nodes of
 * its cluster.
 */
public final class HostsEndpoint {
  private HostsEndpoint() {}

  /**
   * A host as JSON. The time is in milliseconds since 1970; 0 if nothing was written.
   *
   * @param sourceLsn last known LSN of the history at the host itself; 0 if unknown
   * @param clockAheadMillis difference of the host's clock from this service's clock; 0 if unknown
   * @param node URL of the service that answers for the host; empty for this service
   */
  record Host(
      String name,
      String id,
      boolean local,
      long lastLsn,
      long sourceLsn,
      long lastWriteMillis,
      long bytes,
      long clockAheadMillis,
      String node) {
    static Host of(HostSummary summary, long sourceLsn, long clockAheadMillis) {
      return new Host(
          summary.host().name(),
          summary.host().id(),
          summary.isLocal(),
          summary.lastLsn(),
          sourceLsn,
          summary.lastWriteMillis(),
          summary.bytes(),
          clockAheadMillis,
          "");
    }

    static Host of(RemoteHost remote) {
      StoreHost host = remote.host();
      return new Host(
          host.name(),
          host.id(),
          false,
          remote.lastLsn(),
          remote.sourceLsn(),
          0,
          0,
          0,
          remote.node());
    }
  }

  /**
   * Returns the route for a service's own store and its hosts.
   *
   * @param sourceLsn last LSN of a copied history at its source, by machine id
   */
  public static Route route(
      Path store, HostStores hosts, RemoteHosts elsewhere, ToLongFunction<String> sourceLsn) {
    return Route.of(
        "GET",
        "/v1/hosts",
        List.of(),
        exchange -> exchange.json(200, all(store, hosts, elsewhere, sourceLsn)));
  }

  private static List<Host> all(
      Path store, HostStores hosts, RemoteHosts elsewhere, ToLongFunction<String> sourceLsn) {
    List<StoreHost> here = hosts.storedHosts();
    List<Host> all = new ArrayList<>();
    HostSummary.of(store).stream()
        .filter(each -> here.contains(each.host()))
        .map(
            each -> {
              String id = each.host().id();
              long ahead = hosts.clocks().aheadMillis(id);
              return Host.of(each, sourceLsn.applyAsLong(id), ahead);
            })
        .forEach(all::add);
    elsewhere.hostsNow().stream()
        .filter(each -> here.stream().noneMatch(own -> own.id().equals(each.host().id())))
        .map(Host::of)
        .forEach(all::add);
    return all;
  }
}
