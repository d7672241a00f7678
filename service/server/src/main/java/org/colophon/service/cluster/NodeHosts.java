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
   * @param sourceLsn the last known LSN of its history at the host; 0 if unknown
   */
  public record Host(String id, String name, long lastLsn, long sourceLsn) {}
}
