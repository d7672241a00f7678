// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.served;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.colophon.client.connection.ServiceConnection;

/**
 * A storage adapter that a service runs.
 *
 * @param json the service's description
 */
public record ServedAdapter(String name, String engine, JsonNode json) {
  /** Returns all adapters, in the order of the service's configuration. */
  public static List<ServedAdapter> of(ServiceConnection connection) {
    List<ServedAdapter> all = new ArrayList<>();
    for (JsonNode each : ServiceJson.get(connection, "/v1/adapters")) {
      all.add(new ServedAdapter(each.path("name").asText(), each.path("engine").asText(), each));
    }
    return all;
  }
}
