// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;

/**
 * Folds each process tree into its top command, together with the objects that only the tree wrote
 * and read. Does not fold a tree that contains a root of the lineage. Does not fold a session with
 * few steps, or a tree with nodes of several groups. A session belongs to another source, such as a
 * database connection.
 */
final class ProcessFolds {
  private static final int NONE = -1;
  private static final int MAX_OPEN_STEPS = 20;

  private final LineageIndex index;
  private final Lineage lineage;
  private final ProcessTree tree;
  private final BitSet aroundRoots = new BitSet();
  private final List<LineageNode> outside = new ArrayList<>();

  /** Objects that only the programs of one unit use, by its leader. */
  private final Map<Integer, List<LineageNode>> own = new HashMap<>();

  /** Objects that several units use, by the leader of the smallest tree that contains these. */
  private final Map<Integer, List<LineageNode>> shared = new HashMap<>();

  ProcessFolds(LineageIndex index) {
    this.index = index;
    this.lineage = index.lineage();
    this.tree = new ProcessTree(lineage);
    markAroundRoots();
    findHomes();
  }

  /** Marks the units with a root among their descendants. */
  private void markAroundRoots() {
    for (LineageNode node : lineage.nodes()) {
      if (node.isProcess() && node.depth() == 0) {
        int above = tree.parent(tree.leader(node.index()));
        while (above >= 0) {
          aroundRoots.set(above);
          above = tree.parent(above);
        }
      }
    }
  }

  /** Finds the smallest unit or tree that contains all neighbours of each passed object. */
  private void findHomes() {
    int[] homes = new int[lineage.nodes().size()];
    Arrays.fill(homes, NONE);
    BitSet spread = new BitSet();
    BitSet written = new BitSet();
    BitSet read = new BitSet();
    for (LineageEdge edge : lineage.edges()) {
      addNeighbour(edge.effect(), edge.cause(), homes, spread);
      addNeighbour(edge.cause(), edge.effect(), homes, spread);
      written.set(edge.effect());
      read.set(edge.cause());
    }
    for (LineageNode node : lineage.nodes()) {
      int i = node.index();
      boolean isPassed = written.get(i) && read.get(i);
      if (!node.isProcess()) {
        boolean isInternal = homes[i] >= 0 && (isPassed || isPassage(node)) && !isShown(node);
        place(node, isInternal ? homes[i] : NONE, spread.get(i));
      }
    }
  }

  /**
   * Widens the home of an object to a neighbour. An object with an object as neighbour has none.
   */
  private void addNeighbour(int object, int other, int[] homes, BitSet spread) {
    if (lineage.nodes().get(object).isProcess()) {
      return;
    }
    if (!lineage.nodes().get(other).isProcess()) {
      homes[object] = NONE;
      spread.set(object);
      return;
    }
    int leader = tree.leader(other);
    if (homes[object] == NONE && !spread.get(object)) {
      homes[object] = leader;
    } else if (homes[object] != NONE && homes[object] != leader) {
      spread.set(object);
      homes[object] = tree.common(homes[object], leader);
    }
  }

  private void place(LineageNode object, int home, boolean isShared) {
    int unit = home;
    boolean isOwn = unit >= 0 && !isShared && tree.unit(unit).size() > 1;
    if (unit >= 0 && !isOwn && tree.children(unit).isEmpty()) {
      unit = tree.parent(unit);
    }
    if (unit < 0) {
      outside.add(object);
    } else {
      (isOwn ? own : shared).computeIfAbsent(unit, each -> new ArrayList<>()).add(object);
    }
  }

  private static boolean isShown(LineageNode node) {
    return node.depth() == 0 || node.more() > 0;
  }

  private static boolean isPassage(LineageNode node) {
    ObjectKind kind = AlikePattern.kind(node);
    return kind == ObjectKind.PIPE || kind == ObjectKind.SOCKET;
  }

  /** Returns the clusters before any fold is expanded. */
  List<Cluster> top() {
    List<Cluster> clusters = new ArrayList<>();
    Deque<Integer> pending = new ArrayDeque<>(tree.tops());
    while (!pending.isEmpty()) {
      int leader = pending.remove();
      if (!tree.children(leader).isEmpty() && isOpen(leader)) {
        addUnit(leader, clusters);
        pending.addAll(tree.children(leader));
        objects(shared, leader).forEach(each -> clusters.add(Cluster.of(each)));
      } else {
        addTree(leader, clusters);
      }
    }
    outside.forEach(each -> clusters.add(Cluster.of(each)));
    return clusters;
  }

  private boolean isOpen(int leader) {
    ProcessInfo info = node(leader).process();
    boolean isSession = info != null && info.declaration().pid() == 0;
    boolean isSmall = isSession && tree.children(leader).size() <= MAX_OPEN_STEPS;
    return aroundRoots.get(leader) || isSmall || !index.isOfOneGroup(members(leader));
  }

  /** Returns the clusters of which a process tree consists. */
  List<Cluster> open(LineageNode top) {
    int leader = top.index();
    List<Cluster> clusters = new ArrayList<>();
    addUnit(leader, clusters);
    tree.children(leader).forEach(child -> addTree(child, clusters));
    objects(shared, leader).forEach(each -> clusters.add(Cluster.of(each)));
    return clusters;
  }

  private void addTree(int leader, List<Cluster> clusters) {
    if (tree.children(leader).isEmpty()) {
      addUnit(leader, clusters);
      return;
    }
    LineageNode top = node(leader);
    String id = FoldKind.PROCESS.id(top);
    clusters.add(new Cluster(FoldKind.PROCESS, id, top, members(leader), List.of(), null));
  }

  private List<LineageNode> members(int leader) {
    List<LineageNode> members = new ArrayList<>();
    for (int unit : tree.subtree(leader)) {
      tree.unit(unit).forEach(each -> members.add(node(each)));
      members.addAll(objects(own, unit));
      members.addAll(objects(shared, unit));
    }
    return members;
  }

  private void addUnit(int leader, List<Cluster> clusters) {
    List<Cluster> parts = new ArrayList<>();
    tree.unit(leader).forEach(each -> parts.add(Cluster.of(node(each))));
    objects(own, leader).forEach(each -> parts.add(Cluster.of(each)));
    List<LineageNode> members = parts.stream().map(Cluster::leader).toList();
    if (parts.size() == 1 || !index.isOfOneGroup(members)) {
      clusters.addAll(parts);
      return;
    }
    LineageNode last = node(leader);
    String id = FoldKind.EXEC.id(last);
    clusters.add(new Cluster(FoldKind.EXEC, id, last, members, parts, null));
  }

  private static List<LineageNode> objects(Map<Integer, List<LineageNode>> all, int leader) {
    return all.getOrDefault(leader, List.of());
  }

  private LineageNode node(int index) {
    return lineage.nodes().get(index);
  }
}
