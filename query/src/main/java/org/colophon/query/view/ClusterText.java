// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.api.LineageNode;
import org.colophon.query.fold.Cluster;
import org.colophon.query.fold.FoldKind;
import org.colophon.query.format.NodeText;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.Lines;

/** Display texts of clusters, each terminal-safe. */
final class ClusterText {
  /** Maximum number of members in a title. */
  private static final int LISTED = 5;

  private static final int MAX_PROGRAMS = 40;

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
      case ALIKE ->
          DisplayText.count(cluster.copies()) + " x " + copy(cluster.parts().get(0), directory);
      case COPY -> copy(cluster, directory);
      case FILES, REST -> leader + " +" + DisplayText.count(size - 1);
      case CHAIN -> leader + " ... (" + DisplayText.count(size) + ")";
    };
  }

  /** Returns the programs of a part, such as {@code tr | sort}. For objects, returns a name. */
  private static String copy(Cluster part, String directory) {
    if (!part.leader().isProcess()) {
      return NodeText.label(part.leader(), directory);
    }
    String programs =
        processes(part).map(node -> program(node, directory)).collect(Collectors.joining(" | "));
    return Lines.fitLine(programs, MAX_PROGRAMS);
  }

  private static Stream<LineageNode> processes(Cluster part) {
    return part.parts().stream().map(Cluster::leader).filter(LineageNode::isProcess);
  }

  private static String program(LineageNode process, String directory) {
    Bytes file = process.name().slice(process.name().lastIndexOf('/') + 1, process.name().length());
    boolean isStep = process.process() != null && process.process().declaration().pid() == 0;
    return isStep || file.isEmpty() ? NodeText.label(process, directory) : file.display();
  }

  /** Returns the full name or command line. For a fold, lists the first members. */
  static String title(Cluster cluster, String directory) {
    if (cluster.kind() == FoldKind.COPY) {
      return processes(cluster)
          .map(node -> NodeText.title(node, directory))
          .collect(Collectors.joining(" | "));
    }
    boolean isOfParts = cluster.isOfEquals();
    Stream<String> titles =
        isOfParts
            ? cluster.parts().stream().limit(LISTED).map(each -> partTitle(each, directory))
            : cluster.members().stream()
                .limit(LISTED)
                .map(node -> NodeText.titleWithFormer(node, directory));
    int more = (isOfParts ? cluster.parts() : cluster.members()).size() - LISTED;
    String listed = titles.collect(Collectors.joining("\n"));
    return more > 0 ? listed + "\nand " + DisplayText.count(more) + " more" : listed;
  }

  private static String partTitle(Cluster part, String directory) {
    return part.kind() == FoldKind.COPY
        ? title(part, directory)
        : NodeText.titleWithFormer(part.leader(), directory);
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
