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
   * @param standbys other copies of the history
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
      String node,
      List<Standby> standbys) {
    static Host of(
        HostSummary summary, long sourceLsn, long clockAheadMillis, List<Standby> standbys) {
      return new Host(
          summary.host().name(),
          summary.host().id(),
          summary.isLocal(),
          summary.lastLsn(),
          sourceLsn,
          summary.lastWriteMillis(),
          summary.bytes(),
          clockAheadMillis,
          "",
          standbys);
    }

    static Host of(RemoteHost remote, List<Standby> standbys) {
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
          remote.node(),
          standbys);
    }
  }

  /** A copy that answers if the better one does not. Its node is empty for this service. */
  record Standby(String node, long lastLsn) {}

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
    List<RemoteHost> remote = elsewhere.hostsNow();
    List<StoreHost> here = hosts.answeredHosts();
    List<HostSummary> stored = HostSummary.of(store);
    List<Host> all = new ArrayList<>();
    for (HostSummary each : stored) {
      if (here.contains(each.host())) {
        String id = each.host().id();
        long ahead = hosts.clocks().aheadMillis(id);
        all.add(Host.of(each, sourceLsn.applyAsLong(id), ahead, standbys(id, "", elsewhere)));
      }
    }
    List<StoreHost> behind = new ArrayList<>(hosts.storedHosts());
    behind.removeAll(here);
    for (RemoteHost each : remote) {
      String id = each.host().id();
      if (here.stream().noneMatch(own -> own.id().equals(id))) {
        List<Standby> standbys = standbys(id, each.node(), elsewhere);
        stored.stream()
            .filter(own -> own.host().id().equals(id) && behind.contains(own.host()))
            .forEach(own -> standbys.add(new Standby("", own.lastLsn())));
        all.add(Host.of(each, standbys));
      }
    }
    return all;
  }

  /** Returns the copies of a host at other nodes than the one that answers. */
  private static List<Standby> standbys(String id, String answering, RemoteHosts elsewhere) {
    List<Standby> found = new ArrayList<>();
    for (RemoteHost each : elsewhere.copies(id)) {
      if (!each.node().equals(answering) && each.failure().isEmpty()) {
        found.add(new Standby(each.node(), each.lastLsn()));
      }
    }
    return found;
  }
}
