// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.api.LineageNode;
import org.colophon.query.format.NodeText;
import org.colophon.query.text.DisplayText;

/** Display texts of clusters, each terminal-safe. */
final class ClusterText {
  /** Maximum number of members in a title. */
  private static final int LISTED = 5;

  private ClusterText() {}

  /** Returns a short text. For a fold, includes the number of members. */
  static String label(Cluster cluster, String directory) {
    int size = cluster.members().size();
    String leader = NodeText.label(cluster.leader(), directory);
    FoldKind kind = cluster.kind();
    if (kind == null) {
      return leader;
    }
    return switch (kind) {
      case PROCESS -> leader + " (" + DisplayText.count(size) + ")";
      case EXEC -> leader;
      case FILES -> leader + " +" + DisplayText.count(size - 1);
      case CHAIN -> leader + " ... (" + DisplayText.count(size) + ")";
    };
  }

  /** Returns the full name or command line. For a fold, lists the first members. */
  static String title(Cluster cluster, String directory) {
    List<LineageNode> members = cluster.members();
    String listed =
        members.stream()
            .limit(LISTED)
            .map(node -> NodeText.titleWithFormer(node, directory))
            .collect(Collectors.joining("\n"));
    int more = members.size() - LISTED;
    return more > 0 ? listed + "\nand " + DisplayText.count(more) + " more" : listed;
  }

  /** Returns the kind of an object, {@code process}, or the reason of a fold. */
  static String kind(Cluster cluster) {
    LineageNode leader = cluster.leader();
    FoldKind fold = cluster.kind();
    if (fold != null) {
      return fold.word();
    }
    if (leader.isProcess()) {
      return "process";
    }
    ObjectKind kind =
        leader.object() == null ? ObjectKind.OTHER : leader.object().declaration().kind();
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
