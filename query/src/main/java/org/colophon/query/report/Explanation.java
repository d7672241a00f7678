package org.colophon.query.report;

import java.util.List;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.api.Root;

/**
 * A shortest chain of influence that respects time, which explains why one node is an ancestor of
 * another.
 *
 * @param hops from the effect back to the cause; empty if none was found
 * @param summary size of the search, and the gaps crossed
 */
public record Explanation(
    List<Root> causes, List<Root> effects, List<Hop> hops, LineageSummary summary)
    implements Report {
  public Explanation {
    causes = List.copyOf(causes);
    effects = List.copyOf(effects);
    hops = List.copyOf(hops);
  }

  public boolean isFound() {
    return !hops.isEmpty();
  }

  /** Returns the nodes of the chain after the effect, by their keys. */
  public List<String> nodes() {
    return hops.stream().map(hop -> hop.cause().key()).toList();
  }

  /** Returns whether a limit ended the search before it found a chain, so that one may exist. */
  public boolean isUncertain() {
    return !isFound() && summary.isCutOff();
  }

  /**
   * One edge of the chain, with its ends.
   *
   * @param effect end nearer to the requested effect; its index is unused
   * @param cause end nearer to the requested cause; its index is unused
   */
  public record Hop(LineageNode effect, LineageNode cause, LineageEdge edge) {}
}
