// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.report;

import java.util.List;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.api.Root;

/**
 * An explanation of why a node is an ancestor of another: a shortest chain of influence whose
 * operations are in order.
 *
 * @param hops edges from the effect back to the cause; empty if no chain was found
 * @param summary size of the search, and the gaps that it crossed
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

  /** Returns the keys of the chain's nodes, without the effect. */
  public List<String> nodes() {
    return hops.stream().map(hop -> hop.cause().key()).toList();
  }

  /**
   * Returns whether a limit ended the search, so that a chain may exist although none was found.
   */
  public boolean isUncertain() {
    return !isFound() && summary.isCutOff();
  }

  /**
   * An edge of the chain, with its ends.
   *
   * @param effect end nearer to the requested effect; its index is unused
   * @param cause end nearer to the requested cause; its index is unused
   */
  public record Hop(LineageNode effect, LineageNode cause, LineageEdge edge) {}
}
