// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.colophon.core.model.fact.Gap;

/**
 * Size of a lineage, and reasons for its incompleteness.
 *
 * @param nodes number of nodes.
 * @param edges number of edges.
 * @param beyondDepth number of nodes that are one edge beyond the depth limit.
 * @param beyondCount number of nodes found after the limit of nodes was reached.
 * @param hidden number of nodes that a pattern hides.
 * @param passed number of files outside of the directory {@code mine}, followed but not shown.
 * @param hiddenCode number of omitted edges to code.
 * @param gaps the known losses that the lineage crosses, including those in hidden parts.
 * @param hosts the hosts of a lineage that crosses between hosts.
 */
public record LineageSummary(
    int nodes,
    int edges,
    int beyondDepth,
    int beyondCount,
    int hidden,
    int passed,
    int hiddenCode,
    List<Gap> gaps,
    HostCoverage hosts) {
  public LineageSummary {
    gaps = List.copyOf(gaps);
  }

  /** Returns the sum of the summaries of two hosts. */
  public LineageSummary plus(LineageSummary other) {
    return new LineageSummary(
        nodes + other.nodes,
        edges + other.edges,
        beyondDepth + other.beyondDepth,
        beyondCount + other.beyondCount,
        hidden + other.hidden,
        passed + other.passed,
        hiddenCode + other.hiddenCode,
        Stream.concat(gaps.stream(), other.gaps.stream()).toList(),
        hosts);
  }

  /** Returns the same summary with a coverage of hosts. */
  public LineageSummary over(HostCoverage others) {
    return new LineageSummary(
        nodes, edges, beyondDepth, beyondCount, hidden, passed, hiddenCode, gaps, others);
  }

  /** Returns the same summary with other numbers of nodes and edges. */
  public LineageSummary of(int otherNodes, int otherEdges) {
    return with(otherNodes, otherEdges, hidden, passed, gaps);
  }

  /** Returns the same summary with a larger number of hidden nodes. */
  public LineageSummary hiding(int more) {
    return with(nodes, edges, hidden + more, passed, gaps);
  }

  /** Returns the same summary with a larger number of files that were followed, but not shown. */
  public LineageSummary passing(int more) {
    return with(nodes, edges, hidden, passed + more, gaps);
  }

  /** Returns the same summary with other losses. */
  public LineageSummary withGaps(List<Gap> others) {
    return with(nodes, edges, hidden, passed, others);
  }

  private LineageSummary with(
      int itsNodes, int itsEdges, int itsHidden, int itsPassed, List<Gap> itsGaps) {
    return new LineageSummary(
        itsNodes,
        itsEdges,
        beyondDepth,
        beyondCount,
        itsHidden,
        itsPassed,
        hiddenCode,
        itsGaps,
        hosts);
  }

  /** Returns the losses on one host, given the host name of its nodes. */
  public List<Gap> gapsOf(String host) {
    return hosts.isOfSeveral() ? hosts.gaps().getOrDefault(host, List.of()) : gaps;
  }

  /** Returns the processes with losses, as {@link LineageNode#exportKey} names them. */
  public Set<String> lossyProcesses() {
    Set<String> lossy = new HashSet<>();
    Map<String, List<Gap>> all = hosts.isOfSeveral() ? hosts.gaps() : Map.of("", gaps);
    all.forEach(
        (host, its) -> {
          String scope = "process:" + (host.isEmpty() ? "" : host + "/");
          its.forEach(gap -> lossy.add(scope + gap.process()));
        });
    return lossy;
  }

  /**
   * Returns whether operations may be missing, because they were not captured or their host did not
   * answer.
   */
  public boolean isIncomplete() {
    return !gaps.isEmpty() || !hosts.missing().isEmpty();
  }

  /** Returns whether the limits of the query omitted nodes. */
  public boolean isCutOff() {
    return beyondDepth > 0 || beyondCount > 0;
  }
}
