// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.content;

import java.util.List;
import org.colophon.core.model.Flow;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.NodeText;
import org.colophon.query.text.DisplayText;

/**
 * Finds processes that moved or linked a target, or changed its attributes, but wrote no content.
 * Answers that would be empty without {@code --all} mention them.
 */
public record ContentlessInfluence(LineageEngine engine) {
  private static final int MAX_SHOWN = 3;

  /**
   * Returns the end of a remark. Returns an empty text without such a process, if the query follows
   * only data, or if the answer shows these processes anyway.
   */
  public String of(LineageQuery shownQuery) {
    boolean isAncestors = shownQuery.direction() == Direction.ANCESTORS;
    if (shownQuery.includeNames() || shownQuery.dataOnly() || !isAncestors) {
      return "";
    }
    LineageQuery query =
        shownQuery.toBuilder().includeNames(true).folded(false).maxDepth(1).build();
    Lineage lineage = engine.collect(query);
    List<String> shown =
        lineage.edges().stream()
            .filter(edge -> edge.kind().flow() == Flow.NAME || edge.kind().flow() == Flow.NONE)
            .map(edge -> text(lineage, edge))
            .distinct()
            .toList();
    if (shown.isEmpty()) {
      return "";
    }
    int more = shown.size() - MAX_SHOWN;
    return "; no content: "
        + String.join(", ", shown.subList(0, Math.min(shown.size(), MAX_SHOWN)))
        + (more > 0 ? " and by " + DisplayText.count(more) + " more" : "")
        + "; --all shows this";
  }

  private static String text(Lineage lineage, LineageEdge edge) {
    LineageNode process = lineage.cause(edge);
    String label = edge.kind().label(false, Direction.ANCESTORS);
    return "%s %s [%s]".formatted(label, NodeText.command(process), process.target());
  }
}
