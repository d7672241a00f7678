package org.colophon.service.index;

import java.util.List;

/**
 * The state of an indexer.
 *
 * @param place the shared log.
 * @param partitions that this indexer has now.
 * @param ignored entries of the log that were skipped, since they are damaged or of another form.
 * @param failure the reason why nothing is indexed now; empty if all is well.
 */
public record IndexStatus(
    String place, List<Integer> partitions, List<IndexedHost> hosts, long ignored, String failure) {
  public IndexStatus {
    partitions = List.copyOf(partitions);
    hosts = List.copyOf(hosts);
  }
}
