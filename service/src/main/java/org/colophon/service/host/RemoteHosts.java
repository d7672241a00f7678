// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.host.StoreHost;
import org.colophon.query.across.HostPeer;
import org.colophon.service.http.HostRoutes;

/** The hosts for which other services answer. Any thread. */
public interface RemoteHosts {
  /** No hosts of other services. */
  RemoteHosts NONE =
      new RemoteHosts() {
        @Override
        public List<RemoteHost> hosts() {
          return List.of();
        }

        @Override
        public List<RemoteHost> copies(String id) {
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
        public List<HostPeer> peers(Map<String, String> idsByName, Set<String> here) {
          return List.of();
        }
      };

  /**
   * Returns the hosts by name, each with the service whose copy is the best. The list may be some
   * seconds old.
   */
  List<RemoteHost> hosts();

  /** Returns the copies of a host at all services. The list may be some seconds old. */
  List<RemoteHost> copies(String id);

  /** Returns the hosts by name after a new request to the other services. */
  List<RemoteHost> hostsNow();

  /**
   * Returns the routes that forward queries about a host.
   *
   * @param text the host's name or machine id
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if the text matches several hosts
   */
  Optional<HostRoutes.Lease> lease(String text);

  /**
   * Returns the services that can contribute parts of a lineage.
   *
   * @param idsByName machine ids, by the names that the lineage uses for hosts
   * @param here machine ids of hosts for which this service answers
   */
  List<HostPeer> peers(Map<String, String> idsByName, Set<String> here);

  /**
   * A host of another service.
   *
   * @param node URL of the service
   * @param lastLsn last LSN of the host's history at the service
   * @param sourceLsn last known LSN of the history at the host itself; 0 if unknown
   * @param failure reason why the service does not answer; empty if it answers
   * @param stopped true for a copy that has stopped before its end
   * @param standby true if another service has the first copy
   */
  record RemoteHost(
      StoreHost host,
      String node,
      long lastLsn,
      long sourceLsn,
      String failure,
      boolean stopped,
      boolean standby) {
    /** Order of the copies of a host, the best first, except for their LSNs. */
    public static final Comparator<RemoteHost> BY_STATE =
        Comparator.comparing((RemoteHost each) -> !each.failure().isEmpty())
            .thenComparing(RemoteHost::stopped)
            .thenComparing(RemoteHost::standby);

    /** Returns whether this copy answers better than one of this service. */
    public boolean isBetterThan(boolean isStopped, boolean isStandby) {
      RemoteHost here = new RemoteHost(host, "", lastLsn, sourceLsn, "", isStopped, isStandby);
      return BY_STATE.compare(this, here) < 0;
    }

    /** Returns the host's name and machine id. */
    public String text() {
      return host.name() + " (" + host.id() + ")";
    }
  }
}
