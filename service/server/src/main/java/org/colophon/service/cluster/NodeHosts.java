package org.colophon.service.cluster;

import java.util.List;

/**
 * The hosts whose histories a node has.
 *
 * @param instance random text that identifies the process
 */
public record NodeHosts(String instance, List<Host> hosts) {
  public NodeHosts {
    hosts = List.copyOf(hosts);
  }

  /**
   * A host.
   *
   * @param id machine id
   * @param lastLsn the end of its history here
   * @param sourceLsn the end of its history at the host, as far as known; 0 if unknown
   */
  public record Host(String id, String name, long lastLsn, long sourceLsn) {}
}
