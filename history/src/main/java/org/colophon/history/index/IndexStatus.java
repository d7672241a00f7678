// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import java.util.List;

/**
 * The state of an indexer.
 *
 * @param place the shared log.
 * @param partitions partitions that are assigned to this indexer.
 * @param ignored number of entries that were skipped, since they are damaged or have an unknown
 *     format.
 * @param failure reason why indexing does not proceed; empty if it does.
 */
public record IndexStatus(
    String place, List<Integer> partitions, List<IndexedHost> hosts, long ignored, String failure) {
  public IndexStatus {
    partitions = List.copyOf(partitions);
    hosts = List.copyOf(hosts);
  }

  /** Returns the number of LSNs that the copies are known to lack; at least 1 after a failure. */
  public long lag() {
    long known = hosts.stream().mapToLong(IndexedHost::lag).sum();
    return Math.max(failure.isEmpty() ? 0 : 1, known);
  }
}
