// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import org.jspecify.annotations.Nullable;

/**
 * Finds the chains with the fewest edges among ancestors collected over several hosts. Searches
 * breadth first, as on one host. Each node has a bound: an edge counts only if it began by then. A
 * longer chain visits a node again if its bound is later. For N chains, a node is visited up to N
 * times, and only the first chain may pass a node twice. The first chain is a shortest one; later
 * ones may be missed.
 *
 * <p>The bound is an LSN of the node's host. After a chain has crossed from another host, the time
 * of the crossing is a bound too, with the skew that {@link HostLineage} allows. One thread.
 */
public final class HostChain {
  /** Maximum number of visits of a node, each with other bounds. */
  private static final int MAX_ARRIVALS = 64;

  /** The order of {@link org.colophon.query.search.PathSearch}. */
  private static final Comparator<LineageEdge> PREFERRED_FIRST =
      Comparator.comparing((LineageEdge edge) -> edge.kind().flow())
          .thenComparing(LineageEdge::lastLsn, Comparator.reverseOrder())
          .thenComparing(LineageEdge::kind)
          .thenComparingLong(LineageEdge::firstLsn);

  private final Lineage lineage;
  private final List<List<LineageEdge>> edges = new ArrayList<>();
  private final List<Arrival> queue = new ArrayList<>();
  private final List<List<Arrival>> arrivals = new ArrayList<>();
  private final int chains;

  /**
   * A node reached by a chain.
   *
   * @param lsn the bound
   * @param nanos the latest time that counts at the next crossing
   * @param limitNanos the latest time that counts on this host; {@code Long.MAX_VALUE} before the
   *     first crossing
   * @param before index of the arrival at the effect in the queue; -1 for a root
   */
  private record Arrival(
      int node, long lsn, long nanos, long limitNanos, int before, @Nullable LineageEdge edge) {
    /** Returns whether the bounds of this arrival include the bounds of another. */
    boolean covers(Arrival other) {
      return lsn >= other.lsn && nanos >= other.nanos && limitNanos >= other.limitNanos;
    }
  }

  private HostChain(Lineage lineage, int chains) {
    this.lineage = lineage;
    this.chains = chains;
    for (int i = 0; i < lineage.nodes().size(); i++) {
      edges.add(new ArrayList<>());
      arrivals.add(new ArrayList<>());
    }
    for (LineageEdge edge : lineage.edges()) {
      edges.get(edge.effect()).add(edge);
      if (edge.kind() == EdgeKind.SHARED) { // a shared file leads in both directions
        edges.get(edge.cause()).add(edge.between(edge.cause(), edge.effect()));
      }
    }
    edges.forEach(each -> each.sort(PREFERRED_FIRST));
  }

  /**
   * Finds the chains from the roots of a lineage to one of its nodes, the shortest first.
   *
   * @param lineage ancestors
   * @param causes the causes that the explanation shows
   * @param maxChains the maximum number of chains, at least 1
   * @return the explanations; if no chain exists, one without hops
   */
  public static List<Explanation> find(
      Lineage lineage, List<Root> causes, int maxChains, Predicate<LineageNode> isCause) {
    // A search for several chains may miss the shortest, because it limits the visits of each
    // node.
    Map<List<String>, Explanation> found = new LinkedHashMap<>();
    for (int chains : maxChains == 1 ? new int[] {1} : new int[] {1, maxChains}) {
      for (List<Hop> hops : new HostChain(lineage, chains).search(isCause)) {
        Explanation chain =
            new Explanation(causes, lineage.query().roots(), hops, lineage.summary());
        found.putIfAbsent(chain.nodes(), chain);
      }
    }
    return found.isEmpty()
        ? List.of(new Explanation(causes, lineage.query().roots(), List.of(), lineage.summary()))
        : found.values().stream().limit(maxChains).toList();
  }

  private List<List<Hop>> search(Predicate<LineageNode> isCause) {
    Set<String> roots =
        lineage.query().roots().stream().map(HostChain::target).collect(Collectors.toSet());
    for (LineageNode node : lineage.nodes()) {
      if (node.depth() == 0 && node.host().isEmpty() && roots.contains(node.target())) {
        long last = Long.MAX_VALUE;
        arrive(new Arrival(node.index(), node.boundLsn(), last, last, -1, null));
      }
    }
    Map<List<Integer>, List<Hop>> found = new LinkedHashMap<>();
    for (int at = 0; at < queue.size() && found.size() < chains; at++) {
      Arrival here = queue.get(at);
      if (here.before >= 0 && isCause.test(lineage.nodes().get(here.node))) {
        found.putIfAbsent(nodes(here), trace(here));
      } else {
        for (LineageEdge edge : edges.get(here.node)) {
          follow(at, edge);
        }
      }
    }
    return List.copyOf(found.values());
  }

  /** Returns the nodes of a chain, its end first. */
  private List<Integer> nodes(Arrival end) {
    List<Integer> nodes = new ArrayList<>(List.of(end.node));
    for (int at = end.before; at >= 0; at = queue.get(at).before) {
      nodes.add(queue.get(at).node);
    }
    return nodes;
  }

  private static String target(Root root) {
    return (root.type() == NodeType.PROCESS ? "process:" : "object:") + root.id();
  }

  private void follow(int before, LineageEdge edge) {
    Arrival here = queue.get(before);
    LineageNode cause = lineage.cause(edge);
    if (edge.kind() == EdgeKind.CONNECTION || edge.kind() == EdgeKind.SHARED) {
      long limit = plusSkew(Math.min(here.nanos, here.limitNanos));
      arrive(new Arrival(cause.index(), cause.boundLsn(), limit, limit, before, edge));
      return;
    }
    // An LSN orders operations of one source only. So the LSN of a link between two sources counts
    // only at the end whose source reported it.
    boolean isTimedHere = edge.kind() != EdgeKind.SENT;
    boolean isTimedThere = edge.kind() != EdgeKind.RECEIVED;
    boolean isInTime = edge.firstLsn() <= here.lsn && edge.firstNanos() <= here.limitNanos;
    if (isTimedHere && !isInTime) {
      return;
    }
    long most = isTimedHere ? here.lsn : Long.MAX_VALUE;
    long lsn = isTimedThere ? Math.min(edge.lastLsn(), most) : Long.MAX_VALUE;
    long bound = Math.min(lsn, cause.boundLsn());
    boolean isThere = cause.start() == null || bound >= cause.start().endLsn();
    if (isThere) {
      long until = edge.lastNanos() == 0 ? Long.MAX_VALUE : edge.lastNanos();
      long nanos = Math.min(here.nanos, until);
      arrive(new Arrival(cause.index(), bound, nanos, here.limitNanos, before, edge));
    }
  }

  private static long plusSkew(long nanos) {
    return nanos == Long.MAX_VALUE ? nanos : nanos + HostLineage.SKEW_NANOS;
  }

  /** Queues an arrival that may begin a new chain. Parallel edges from one arrival count once. */
  private void arrive(Arrival arrival) {
    List<Arrival> earlier = arrivals.get(arrival.node);
    List<Arrival> covering = earlier.stream().filter(each -> each.covers(arrival)).toList();
    boolean isKnown = covering.stream().anyMatch(each -> each.before == arrival.before);
    boolean isLater = covering.stream().mapToInt(Arrival::before).distinct().count() < chains;
    boolean isOnChain =
        chains > 1
            && arrival.before >= 0
            && nodes(queue.get(arrival.before)).contains(arrival.node);
    if (!isKnown && isLater && !isOnChain && earlier.size() < MAX_ARRIVALS) {
      earlier.add(arrival);
      queue.add(arrival);
    }
  }

  private List<Hop> trace(Arrival end) {
    List<Hop> hops = new ArrayList<>();
    for (Arrival each = end; each.before >= 0; each = queue.get(each.before)) {
      LineageNode effect = lineage.nodes().get(queue.get(each.before).node);
      hops.add(
          0, new Hop(effect, lineage.nodes().get(each.node), Objects.requireNonNull(each.edge)));
    }
    return hops;
  }
}
