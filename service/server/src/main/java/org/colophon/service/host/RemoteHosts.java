package org.colophon.service.host;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.colophon.core.host.StoreHost;
import org.colophon.query.across.HostPeer;
import org.colophon.service.http.HostRoutes;

/** The hosts for which other services answer. Any thread. */
public interface RemoteHosts {
  /** No other services. */
  RemoteHosts NONE =
      new RemoteHosts() {
        @Override
        public List<RemoteHost> hosts() {
          return List.of();
        }

        @Override
        public List<RemoteHost> hostsNow() {
          return List.of();
        }

        @Override
        public Optional<HostRoutes.Lease> lease(String text) {
          return Optional.empty();
        }

        @Override
        public List<HostPeer> peers(Map<String, String> idsByName) {
          return List.of();
        }
      };

  /** Returns the hosts by name, from a list that may be some seconds old. */
  List<RemoteHost> hosts();

  /** Returns the hosts by name, after asking the other services again. */
  List<RemoteHost> hostsNow();

  /**
   * Returns the routes that forward questions about a host.
   *
   * @param text the host's name or machine id
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if it means several hosts
   */
  Optional<HostRoutes.Lease> lease(String text);

  /**
   * Returns the services that can answer for parts of a lineage.
   *
   * @param idsByName machine ids by the names of hosts in the lineage
   */
  List<HostPeer> peers(Map<String, String> idsByName);

  /**
   * A host at another service.
   *
   * @param node the service's URL
   * @param lastLsn the end of its history there
   * @param sourceLsn the last known LSN of its history at the host; 0 if unknown
   * @param failure the reason why the service does not answer; empty if it does
   */
  record RemoteHost(StoreHost host, String node, long lastLsn, long sourceLsn, String failure) {
    /** Returns the host's name and machine id. */
    public String text() {
      return host.name() + " (" + host.id() + ")";
    }
  }
}
