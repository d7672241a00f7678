// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.served.ServiceJson;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.host.HostSummary;
import org.colophon.core.host.StoreHost;

/**
 * A host for which a service answers.
 *
 * @param sourceLsn last known LSN of the history at the host itself; 0 if unknown
 * @param clockAheadMillis difference of the host's clock from the service's clock; 0 if unknown
 * @param node URL of the service that stores the history; empty for the queried service
 * @param standbys other copies of the history
 */
public record ServedHost(
    HostSummary summary,
    long sourceLsn,
    long clockAheadMillis,
    String node,
    List<Standby> standbys) {
  public ServedHost {
    standbys = List.copyOf(standbys);
  }

  /** A copy that answers if the better one does not. Its node is empty for the queried service. */
  public record Standby(String node, long lastLsn) {}

  /** Returns the hosts in a service's list. */
  public static List<ServedHost> of(ServiceConnection service) {
    List<ServedHost> found = new ArrayList<>();
    for (JsonNode each : ServiceJson.get(service, "/v1/hosts")) {
      List<Standby> standbys = new ArrayList<>();
      for (JsonNode copy : each.path("standbys")) {
        standbys.add(new Standby(copy.path("node").asText(), copy.path("lastLsn").asLong()));
      }
      HostSummary summary =
          new HostSummary(
              new StoreHost(each.path("id").asText(), each.path("name").asText()),
              each.path("local").asBoolean(),
              each.path("lastLsn").asLong(),
              each.path("lastWriteMillis").asLong(),
              each.path("bytes").asLong());
      found.add(
          new ServedHost(
              summary,
              each.path("sourceLsn").asLong(),
              each.path("clockAheadMillis").asLong(),
              each.path("node").asText(),
              standbys));
    }
    return found;
  }

  /** Returns a host of a store that no service has opened. */
  public static ServedHost of(HostSummary summary) {
    return new ServedHost(summary, 0, 0, "", List.of());
  }

  public StoreHost host() {
    return summary.host();
  }
}
