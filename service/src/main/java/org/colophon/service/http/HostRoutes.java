// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import java.util.List;
import java.util.Optional;

/** Routes over the stores of other hosts. Any thread. */
@FunctionalInterface
public interface HostRoutes {
  /** No routes of other hosts. */
  HostRoutes NONE = request -> Optional.empty();

  /**
   * Opens the store that a request concerns.
   *
   * @return empty for the service's own host
   * @throws org.colophon.core.error.ColophonException NOT_FOUND if the host is unknown;
   *     BAD_REQUEST; NOT_PERMITTED if two machines have the machine id; OVERLOADED if too many
   *     stores are open
   */
  Optional<Lease> open(HostRequest request);

  /** An open store, which stays open until {@link #close}. */
  interface Lease extends AutoCloseable {
    List<Route> routes();

    @Override
    void close();
  }

  /**
   * The host of a request.
   *
   * @param host name or machine id
   * @param name display name of a reporting host; empty if not given
   * @param boot boot id of a reporting host; empty if not given
   * @param clockMillis time by the clock of a reporting host; 0 if not given
   * @param isReporting true if the request reports operations, so that the store may be new
   * @param isForwarded true if another service forwarded the request
   */
  record HostRequest(
      String host,
      String name,
      String boot,
      long clockMillis,
      boolean isReporting,
      boolean isForwarded) {}
}
