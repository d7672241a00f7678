// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.text.DisplayText;

/**
 * Joins calls of the same function, by the same caller, with the same files and programs around
 * them. Then joins the values of the same name that connect the same calls. Each group becomes one
 * node with a count. Roots and groups of one or two nodes remain.
 */
final class AlikeCalls {
  private static final int MIN_ALIKE = 3;

  /** The part of a value's label that differs between calls: its value or its address. */
  private static final String VALUE = "(?s)( = | at 0x|=).*";

  private final Lineage lineage;
  private final List<List<Link>> links = new ArrayList<>();

  /** Index of the node that stands for each node. */
  private final int[] leaders;

  /** An edge as seen from one of its ends. */
  private record Link(EdgeKind kind, boolean isAttempted, boolean isToCause, int node) {
    Link to(int other) {
      return new Link(kind, isAttempted, isToCause, other);
    }
  }

  private AlikeCalls(Lineage lineage) {
    this.lineage = lineage;
    this.leaders = IntStream.range(0, lineage.nodes().size()).toArray();
    lineage.nodes().forEach(node -> links.add(new ArrayList<>()));
    for (LineageEdge edge : lineage.edges()) {
      links.get(edge.effect()).add(new Link(edge.kind(), edge.isAttempted(), true, edge.cause()));
      links.get(edge.cause()).add(new Link(edge.kind(), edge.isAttempted(), false, edge.effect()));
    }
  }

  /** Returns the lineage with one node for each group; the same object without groups. */
  static Lineage fold(Lineage lineage) {
    AlikeCalls calls = new AlikeCalls(lineage);
    calls.join(AlikeCalls::isCall, calls::callKey);
    calls.join(calls::isValueOfCall, calls::valueKey);
    return calls.folded();
  }

  /** Returns whether a process is a call: it has a pid, but only a program has a start. */
  private static boolean isCall(LineageNode node) {
    if (node.process() == null) {
      return false;
    }
    ProcessDeclaration call = node.process().declaration();
    return call.pid() > 0
        && call.startNanos() == 0
        && call.identity().isEmpty()
        && !call.arguments().isEmpty()
        && call.executable().equals(call.arguments().get(0));
  }

  private static boolean isValue(LineageNode node) {
    return node.object() != null && node.object().declaration().kind() == ObjectKind.MEMORY;
  }

  private boolean isValueOfCall(LineageNode node) {
    return isValue(node)
        && links.get(node.index()).stream().anyMatch(link -> isCall(node(link.node)));
  }

  private LineageNode node(int index) {
    return lineage.nodes().get(index);
  }

  /** Joins nodes with equal keys, in the order of their ids: a caller precedes its calls. */
  private void join(Predicate<LineageNode> isWanted, Function<LineageNode, Object> key) {
    Map<Object, Integer> first = new HashMap<>();
    lineage.nodes().stream()
        .filter(node -> node.depth() > 0 && isWanted.test(node))
        .sorted(Comparator.comparingLong(LineageNode::id))
        .forEach(
            node ->
                leaders[node.index()] =
                    first.computeIfAbsent(key.apply(node), each -> node.index()));
    int[] sizes = sizes();
    for (int i = 0; i < leaders.length; i++) {
      leaders[i] = sizes[leaders[i]] < MIN_ALIKE ? i : leaders[i];
    }
  }

  private int[] sizes() {
    int[] sizes = new int[leaders.length];
    for (int leader : leaders) {
      sizes[leader]++;
    }
    return sizes;
  }

  private Object callKey(LineageNode call) {
    Set<Link> around = new HashSet<>();
    for (Link link : links.get(call.index())) {
      boolean isCaller = link.isToCause && link.kind == EdgeKind.FORK;
      if (isCaller || !(isCall(node(link.node)) || isValue(node(link.node)))) {
        around.add(link.to(leaders[link.node]));
      }
    }
    ProcessDeclaration declaration = Objects.requireNonNull(call.process()).declaration();
    return List.of(declaration.executable(), declaration.pid(), call.host(), around);
  }

  private Object valueKey(LineageNode value) {
    Set<Link> around = new HashSet<>();
    links.get(value.index()).forEach(link -> around.add(link.to(leaders[link.node])));
    return List.of(label(value), value.host(), around);
  }

  private static String label(LineageNode value) {
    return value.name().toString().replaceFirst(VALUE, "");
  }

  private Lineage folded() {
    int[] sizes = sizes();
    int[] more = new int[leaders.length];
    lineage.nodes().forEach(node -> more[leaders[node.index()]] += node.more());
    int[] places = new int[leaders.length];
    List<LineageNode> nodes = new ArrayList<>();
    for (LineageNode node : lineage.nodes()) {
      int i = node.index();
      if (sizes[i] > 0) {
        places[i] = nodes.size();
        nodes.add(
            sizes[i] == 1
                ? node.at(places[i])
                : node.standingFor(title(node, sizes[i]), more[i], places[i]));
      }
    }
    return nodes.size() == leaders.length
        ? lineage
        : new Lineage(lineage.query(), nodes, edges(sizes, places), lineage.summary(), List.of());
  }

  private static Bytes title(LineageNode node, int size) {
    String count = " (" + DisplayText.count(size, node.isProcess() ? "call" : "value") + ")";
    return (node.isProcess() ? node.name() : Bytes.of(label(node))).concat(Bytes.of(count));
  }

  /** Returns the edges between the remaining nodes. Joins those of a group. */
  private List<LineageEdge> edges(int[] sizes, int[] places) {
    Map<Object, LineageEdge> edges = new LinkedHashMap<>();
    for (LineageEdge edge : lineage.edges()) {
      int effect = leaders[edge.effect()];
      int cause = leaders[edge.cause()];
      LineageEdge moved = edge.between(places[effect], places[cause]);
      boolean isJoined = sizes[effect] > 1 || sizes[cause] > 1;
      Object key = isJoined ? List.of(effect, cause, edge.kind(), edge.isAttempted()) : moved;
      edges.merge(key, moved, LineageEdge::plus);
    }
    return List.copyOf(edges.values());
  }
}
