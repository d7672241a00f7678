package org.colophon.query.api;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The hosts of a lineage that crosses between hosts.
 *
 * @param cut for each host the LSN as of which it answered, by display name; empty for one host
 * @param missing sentences about hosts that did not answer
 */
public record HostCoverage(Map<String, Long> cut, List<String> missing) {
  /** One host, which answered. */
  public static final HostCoverage ONE_HOST = new HostCoverage(Map.of(), List.of());

  public HostCoverage {
    cut = new TreeMap<>(cut);
    missing = List.copyOf(missing);
  }
}
