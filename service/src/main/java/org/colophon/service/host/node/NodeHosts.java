// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host.node;

import java.util.List;

/**
 * Hosts whose histories a node stores.
 *
 * @param instance random text that identifies the process
 * @param warnings problems of these histories
 */
public record NodeHosts(String instance, List<Host> hosts, List<String> warnings) {
  public NodeHosts {
    hosts = List.copyOf(hosts);
    warnings = warnings == null ? List.of() : List.copyOf(warnings); // an older node sends none
  }

  /**
   * A host.
   *
   * @param id machine id
   * @param lastLsn last LSN of its history at this node
   * @param sourceLsn last known LSN of its history at the host itself; 0 if unknown
   * @param stopped true for a copy that has stopped before its end
   * @param standby true if another node has the first copy
   */
  public record Host(
      String id, String name, long lastLsn, long sourceLsn, boolean stopped, boolean standby) {}
}
