// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host;

import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** Returns the hosts by name. The list may be some seconds old. */
  List<RemoteHost> hosts();

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
   */
  List<HostPeer> peers(Map<String, String> idsByName);

  /**
   * A host of another service.
   *
   * @param node URL of the service
   * @param lastLsn last LSN of the host's history at the service
   * @param sourceLsn last known LSN of the history at the host itself; 0 if unknown
   * @param failure reason why the service does not answer; empty if it answers
   */
  record RemoteHost(StoreHost host, String node, long lastLsn, long sourceLsn, String failure) {
    /** Returns the host's name and machine id. */
    public String text() {
      return host.name() + " (" + host.id() + ")";
    }
  }
}
