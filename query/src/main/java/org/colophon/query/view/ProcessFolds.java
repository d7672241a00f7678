// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.jspecify.annotations.Nullable;

/**
 * Folds each process tree into its top command, together with the objects that only the tree wrote
 * and read. Does not fold a tree that contains a root of the lineage. Does not fold a session with
 * few steps, either. A session belongs to another source, such as a database connection.
 */
final class ProcessFolds {
  private static final int NO_NEIGHBOUR = -1;
  private static final int SEVERAL = -2;
  private static final int MAX_OPEN_STEPS = 20;

  private final Lineage lineage;
  private final Set<String> expanded;
  private final ProcessTree tree;
  private final BitSet aroundRoots = new BitSet();
  private final List<Cluster> clusters = new ArrayList<>();

  private ProcessFolds(Lineage lineage, Set<String> expanded) {
    this.lineage = lineage;
    this.expanded = expanded;
    this.tree = new ProcessTree(lineage);
  }

  static Clusters fold(Lineage lineage, Set<String> expanded) {
    ProcessFolds folds = new ProcessFolds(lineage, expanded);
    folds.addProcesses();
    folds.addObjects();
    return new Clusters(lineage, folds.clusters);
  }

  private record Pending(int leader, @Nullable String openedFold) {}

  private void addProcesses() {
    markAroundRoots();
    Deque<Pending> pending = new ArrayDeque<>();
    tree.tops().forEach(top -> pending.add(new Pending(top, null)));
    while (!pending.isEmpty()) {
      Pending each = pending.remove();
      List<Integer> children = tree.children(each.leader);
      String id = FoldKind.PROCESS.id(node(each.leader));
      if (children.isEmpty()) {
        addUnit(each.leader, each.openedFold);
      } else if (expanded.contains(id) || isOpen(each.leader)) {
        String fold = expanded.contains(id) ? id : each.openedFold;
        addUnit(each.leader, fold);
        children.forEach(child -> pending.add(new Pending(child, fold)));
      } else {
        add(FoldKind.PROCESS, each.leader, tree.subtree(each.leader), each.openedFold);
      }
    }
  }

  private boolean isOpen(int leader) {
    ProcessInfo info = node(leader).process();
    boolean isSession = info != null && info.declaration().pid() == 0;
    return aroundRoots.get(leader) || (isSession && tree.children(leader).size() <= MAX_OPEN_STEPS);
  }

  /** Marks the units with a root among their descendants. */
  private void markAroundRoots() {
    int[] parents = new int[lineage.nodes().size()];
    Arrays.fill(parents, -1);
    for (int leader = 0; leader < parents.length; leader++) {
      for (int child : tree.children(leader)) {
        parents[child] = leader;
      }
    }
    for (LineageNode node : lineage.nodes()) {
      if (node.isProcess() && node.depth() == 0) {
        int above = parents[tree.leader(node.index())];
        while (above >= 0) {
          aroundRoots.set(above);
          above = parents[above];
        }
      }
    }
  }

  private void addUnit(int leader, @Nullable String openedFold) {
    List<Integer> unit = tree.unit(leader);
    String id = FoldKind.EXEC.id(node(leader));
    if (unit.size() > 1 && !expanded.contains(id)) {
      add(FoldKind.EXEC, leader, unit, openedFold);
    } else {
      String fold = unit.size() > 1 ? id : openedFold;
      unit.forEach(each -> clusters.add(Cluster.of(node(each), fold)));
    }
  }

  private void add(FoldKind kind, int leader, List<Integer> members, @Nullable String openedFold) {
    List<LineageNode> nodes = new ArrayList<>(members.stream().map(this::node).toList());
    clusters.add(new Cluster(kind, node(leader), nodes, openedFold));
  }

  private LineageNode node(int index) {
    return lineage.nodes().get(index);
  }

  private void addObjects() {
    Clusters processes = new Clusters(lineage, clusters);
    int[] homes = new int[lineage.nodes().size()];
    Arrays.fill(homes, NO_NEIGHBOUR);
    BitSet written = new BitSet();
    BitSet read = new BitSet();
    for (LineageEdge edge : lineage.edges()) {
      addNeighbour(homes, edge.effect(), processes.of(edge.cause()));
      addNeighbour(homes, edge.cause(), processes.of(edge.effect()));
      written.set(edge.effect());
      read.set(edge.cause());
    }
    for (LineageNode node : lineage.nodes()) {
      int home = homes[node.index()];
      boolean isPassed = written.get(node.index()) && read.get(node.index());
      boolean isInside = home >= 0 && processes.all().get(home).isFold();
      if (!node.isProcess()) {
        boolean isInternal = isInside && (isPassed || isPassage(node)) && !isShown(node);
        if (isInternal) {
          processes.all().get(home).members().add(node);
        } else {
          clusters.add(Cluster.of(node, null));
        }
      }
    }
  }

  private static boolean isShown(LineageNode node) {
    return node.depth() == 0 || node.more() > 0;
  }

  private static boolean isPassage(LineageNode node) {
    ObjectKind kind = node.object() == null ? ObjectKind.OTHER : node.object().declaration().kind();
    return kind == ObjectKind.PIPE || kind == ObjectKind.SOCKET;
  }

  /**
   * Records the cluster of a node's neighbour. A negative cluster means a neighbour without one.
   */
  private static void addNeighbour(int[] homes, int node, int cluster) {
    boolean isFirst = homes[node] == NO_NEIGHBOUR;
    int home = isFirst || homes[node] == cluster ? cluster : SEVERAL;
    homes[node] = cluster < 0 ? SEVERAL : home;
  }
}
