package org.colophon.query.api;

import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.model.fact.Gap;

/**
 * Size of a lineage, and the reasons why it is not complete.
 *
 * @param nodes how many nodes.
 * @param edges how many edges.
 * @param beyondDepth how many nodes lie one edge beyond the depth asked for.
 * @param beyondCount how many nodes were found after the limit of nodes was reached.
 * @param hidden how many nodes were hidden by a pattern.
 * @param passed how many files elsewhere were followed, but not shown.
 * @param hiddenCode how many edges to code were left out.
 * @param gaps the known losses that the lineage crosses, also in what it leaves out.
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

  /** The sum of two lineages of different hosts. */
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

  /** The same of a lineage that crosses between hosts. */
  public LineageSummary over(HostCoverage others) {
    return new LineageSummary(
        nodes, edges, beyondDepth, beyondCount, hidden, passed, hiddenCode, gaps, others);
  }

  /** The same of a lineage with other numbers of nodes and edges. */
  public LineageSummary of(int otherNodes, int otherEdges) {
    return with(otherNodes, otherEdges, hidden, passed, gaps);
  }

  /** The same of a lineage with more hidden nodes. */
  public LineageSummary hiding(int more) {
    return with(nodes, edges, hidden + more, passed, gaps);
  }

  /** The same of a lineage with more files that were followed, but not shown. */
  public LineageSummary passing(int more) {
    return with(nodes, edges, hidden, passed + more, gaps);
  }

  /** The same of a lineage that crosses other losses. */
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

  /** Returns whether operations may be missing: not captured, or of a host that did not answer. */
  public boolean isIncomplete() {
    return !gaps.isEmpty() || !hosts.missing().isEmpty();
  }

  /** Returns whether the limits of the query left out nodes. */
  public boolean isCutOff() {
    return beyondDepth > 0 || beyondCount > 0;
  }
}
