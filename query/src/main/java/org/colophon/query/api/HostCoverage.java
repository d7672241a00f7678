// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.model.fact.Gap;

/**
 * The hosts of a lineage that crosses between hosts.
 *
 * @param cut the LSN as of which each host answered, by display name; empty for one host
 * @param missing messages about hosts that did not answer
 * @param gaps known losses of each host, by the host name of its nodes; empty for one host
 */
public record HostCoverage(
    Map<String, Long> cut, List<String> missing, Map<String, List<Gap>> gaps) {
  /** The coverage of one host that answered. */
  public static final HostCoverage ONE_HOST = new HostCoverage(Map.of(), List.of(), Map.of());

  public HostCoverage {
    cut = new TreeMap<>(cut);
    missing = List.copyOf(missing);
    gaps = gaps == null ? Map.of() : new TreeMap<>(gaps); // an older service sends none
  }

  /** Returns whether the lineage has nodes of several hosts. */
  public boolean isOfSeveral() {
    return !cut.isEmpty();
  }

  /** Returns the same coverage with the query's host named, instead of an empty name. */
  HostCoverage naming(String queriedHost) {
    return new HostCoverage(
        cut,
        missing,
        gaps.entrySet().stream()
            .collect(
                Collectors.toMap(
                    each -> each.getKey().isEmpty() ? queriedHost : each.getKey(),
                    Map.Entry::getValue)));
  }

  /** Merges the coverages of two lineages. If both have an LSN for a host, the later one counts. */
  public HostCoverage and(HostCoverage other) {
    Map<String, Long> lsns = new TreeMap<>(cut);
    other.cut.forEach((host, lsn) -> lsns.merge(host, lsn, Math::max));
    Map<String, List<Gap>> losses = new TreeMap<>(gaps);
    other.gaps.forEach((host, its) -> losses.merge(host, its, HostCoverage::joined));
    return new HostCoverage(lsns, joined(missing, other.missing), losses);
  }

  private static <T> List<T> joined(List<T> one, List<T> other) {
    return Stream.concat(one.stream(), other.stream()).distinct().toList();
  }
}
