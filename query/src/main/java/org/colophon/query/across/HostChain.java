package org.colophon.query.across;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.report.Explanation;
import org.colophon.query.report.Explanation.Hop;

/**
 * Finds a chain of fewest edges within ancestors that were collected over several hosts. Goes
 * breadth first, as a search on one host does, with the bound of each node: an edge counts if it
 * began by then. A node is looked at again if a longer chain reaches it with a later bound.
 *
 * <p>The bound is an LSN of the node's host. Once the chain has come from another host, it is also
 * the time of the crossing, with the skew that {@link HostLineage} allows. One thread.
 */
public final class HostChain {
  /** Bounds the work for a node that is reached with a later bound again and again. */
  private static final int MAX_ARRIVALS = 64;

  private final Lineage lineage;
  private final List<List<LineageEdge>> edges = new ArrayList<>();
  private final List<Arrival> queue = new ArrayList<>();
  private final long[] bestLsn;
  private final long[] bestNanos;
  private final int[] arrivals;

  /**
   * A node on a chain.
   *
   * @param lsn the bound
   * @param nanos the latest time that counts at the next crossing
   * @param limitNanos the latest time that counts on this host; none before the first crossing
   * @param before the arrival at the effect; null for a root
   */
  private record Arrival(
      int node, long lsn, long nanos, long limitNanos, Arrival before, LineageEdge edge) {}

  private HostChain(Lineage lineage) {
    this.lineage = lineage;
    int count = lineage.nodes().size();
    this.bestLsn = new long[count];
    this.bestNanos = new long[count];
    this.arrivals = new int[count];
    for (int i = 0; i < count; i++) {
      edges.add(new ArrayList<>());
    }
    for (LineageEdge edge : lineage.edges()) {
      edges.get(edge.effect()).add(edge);
      if (edge.kind() == EdgeKind.SHARED) { // recorded one way only
        edges.get(edge.cause()).add(edge.between(edge.cause(), edge.effect()));
      }
    }
  }

  /**
   * Finds the chain from the roots of a lineage to one of its nodes.
   *
   * @param lineage ancestors
   * @param causes the names of the causes in the explanation
   * @return an explanation; without hops if no chain exists
   */
  public static Explanation find(
      Lineage lineage, List<Root> causes, Predicate<LineageNode> isCause) {
    List<Hop> hops = new HostChain(lineage).search(isCause);
    return new Explanation(causes, lineage.query().roots(), hops, lineage.summary());
  }

  private List<Hop> search(Predicate<LineageNode> isCause) {
    Set<String> roots =
        lineage.query().roots().stream().map(HostChain::target).collect(Collectors.toSet());
    for (LineageNode node : lineage.nodes()) {
      if (node.depth() == 0 && node.host().isEmpty() && roots.contains(node.target())) {
        arrive(
            new Arrival(node.index(), node.boundLsn(), Long.MAX_VALUE, Long.MAX_VALUE, null, null));
      }
    }
    for (int at = 0; at < queue.size(); at++) {
      Arrival here = queue.get(at);
      if (here.before != null && isCause.test(lineage.nodes().get(here.node))) {
        return trace(here);
      }
      edges.get(here.node).forEach(edge -> follow(here, edge));
    }
    return List.of();
  }

  private static String target(Root root) {
    return (root.type() == NodeType.PROCESS ? "process:" : "object:") + root.id();
  }

  private void follow(Arrival here, LineageEdge edge) {
    LineageNode cause = lineage.cause(edge);
    if (edge.kind() == EdgeKind.CONNECTION || edge.kind() == EdgeKind.SHARED) {
      long limit = plusSkew(Math.min(here.nanos, here.limitNanos));
      arrive(new Arrival(cause.index(), cause.boundLsn(), limit, limit, here, edge));
      return;
    }
    // The LSN of a link between sources counts at the end whose source reported it only.
    boolean isTimedHere = edge.kind() != EdgeKind.SENT;
    boolean isTimedThere = edge.kind() != EdgeKind.RECEIVED;
    boolean isInTime = edge.firstLsn() <= here.lsn && edge.firstNanos() <= here.limitNanos;
    if (isTimedHere && !isInTime) {
      return;
    }
    long before = isTimedHere ? here.lsn : Long.MAX_VALUE;
    long lsn = isTimedThere ? Math.min(edge.lastLsn(), before) : Long.MAX_VALUE;
    long bound = Math.min(lsn, cause.boundLsn());
    boolean isThere = cause.start() == null || bound >= cause.start().endLsn();
    if (isThere) {
      long until = edge.lastNanos() == 0 ? Long.MAX_VALUE : edge.lastNanos();
      long nanos = Math.min(here.nanos, until);
      arrive(new Arrival(cause.index(), bound, nanos, here.limitNanos, here, edge));
    }
  }

  private static long plusSkew(long nanos) {
    return nanos == Long.MAX_VALUE ? nanos : nanos + HostLineage.SKEW_NANOS;
  }

  private void arrive(Arrival arrival) {
    int node = arrival.node;
    boolean isLater =
        arrivals[node] == 0 || arrival.lsn > bestLsn[node] || arrival.nanos > bestNanos[node];
    if (isLater && arrivals[node] < MAX_ARRIVALS) {
      arrivals[node]++;
      bestLsn[node] = Math.max(bestLsn[node], arrival.lsn);
      bestNanos[node] = Math.max(bestNanos[node], arrival.nanos);
      queue.add(arrival);
    }
  }

  private List<Hop> trace(Arrival end) {
    List<Hop> hops = new ArrayList<>();
    for (Arrival each = end; each.before != null; each = each.before) {
      LineageNode effect = lineage.nodes().get(each.before.node);
      hops.add(0, new Hop(effect, lineage.nodes().get(each.node), each.edge));
    }
    return hops;
  }
}
