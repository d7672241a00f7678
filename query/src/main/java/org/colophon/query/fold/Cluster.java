// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import java.util.ArrayList;
import java.util.List;
import org.colophon.query.api.LineageNode;
import org.jspecify.annotations.Nullable;

/**
 * A group of nodes that is displayed as a single node.
 *
 * @param kind the kind of fold; null for a single node.
 * @param id id of the node or fold. It remains the same while parts are shown beside a fold.
 * @param leader node that determines the label and the title.
 * @param members nodes of the group, including the leader.
 * @param parts clusters that the fold joins; empty for a node and for a process tree.
 * @param openedFold id of the innermost expanded fold that contains the group, or null.
 */
public record Cluster(
    @Nullable FoldKind kind,
    String id,
    LineageNode leader,
    List<LineageNode> members,
    List<Cluster> parts,
    @Nullable String openedFold) {
  public Cluster {
    members = List.copyOf(members);
    parts = List.copyOf(parts);
  }

  static Cluster of(LineageNode node) {
    return new Cluster(null, FoldKind.nodeId(node), node, List.of(node), List.of(), null);
  }

  static Cluster fold(FoldKind kind, List<Cluster> parts) {
    Cluster first = parts.get(0);
    List<LineageNode> members = new ArrayList<>();
    parts.forEach(part -> members.addAll(part.members));
    return new Cluster(kind, kind.id(first.leader), first.leader, members, parts, first.openedFold);
  }

  /**
   * Returns a fold of some of the parts of another fold. Its number of members distinguishes its id
   * from that of the other fold.
   */
  static Cluster some(FoldKind kind, List<Cluster> parts) {
    Cluster fold = fold(kind, parts);
    String id = fold.id + ":" + fold.members.size();
    return new Cluster(kind, id, fold.leader, fold.members, parts, fold.openedFold);
  }

  /** Returns the same fold with only some of its parts. */
  Cluster with(List<Cluster> some) {
    List<LineageNode> left = new ArrayList<>();
    some.forEach(part -> left.addAll(part.members));
    return new Cluster(kind, id, some.get(0).leader, left, some, openedFold);
  }

  /** Returns the same cluster as a part of an expanded fold. */
  Cluster openedBy(@Nullable String fold) {
    return new Cluster(kind, id, leader, members, parts, fold);
  }

  public boolean isFold() {
    return kind != null;
  }

  /** Returns whether the parts are interchangeable, so that each can be shown beside the others. */
  public boolean isOfEquals() {
    return kind == FoldKind.FILES || kind == FoldKind.ALIKE || kind == FoldKind.REST;
  }

  /** Returns the number of alike parts; 0 for other clusters. */
  public int copies() {
    return kind == FoldKind.ALIKE ? parts.size() : 0;
  }

  public boolean isRoot() {
    return members.stream().anyMatch(node -> node.depth() == 0);
  }

  /** Returns the number of neighbours that the limits of the query excluded. */
  public int more() {
    return members.stream().mapToInt(LineageNode::more).sum();
  }
}
