// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.ArrayList;
import java.util.List;
import org.colophon.query.api.LineageNode;
import org.jspecify.annotations.Nullable;

/**
 * A group of nodes that is displayed as a single node.
 *
 * @param kind the kind of fold; null for a single node.
 * @param leader node that determines the cluster's id, label and title.
 * @param members nodes of the group, including the leader.
 * @param openedFold id of the innermost expanded fold that contains the group, or null.
 */
record Cluster(
    @Nullable FoldKind kind,
    LineageNode leader,
    List<LineageNode> members,
    @Nullable String openedFold) {
  static Cluster of(LineageNode node, @Nullable String openedFold) {
    return new Cluster(null, node, List.of(node), openedFold);
  }

  static Cluster fold(FoldKind kind, List<Cluster> parts) {
    List<LineageNode> members = new ArrayList<>();
    parts.forEach(part -> members.addAll(part.members));
    return new Cluster(kind, parts.get(0).leader, members, parts.get(0).openedFold);
  }

  String id() {
    return kind == null ? FoldKind.nodeId(leader) : kind.id(leader);
  }

  /**
   * Returns the same cluster as a part of an expanded fold. If it already is part of a fold,
   * returns it unchanged.
   */
  Cluster openedBy(String fold) {
    return openedFold == null ? new Cluster(kind, leader, members, fold) : this;
  }

  boolean isFold() {
    return kind != null;
  }

  boolean isRoot() {
    return members.stream().anyMatch(node -> node.depth() == 0);
  }

  /** Returns the number of neighbours that the limits of the query excluded. */
  int more() {
    return members.stream().mapToInt(LineageNode::more).sum();
  }
}
