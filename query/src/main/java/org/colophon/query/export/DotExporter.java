// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.model.Flow;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.format.DotWriter;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.LeftOut;
import org.colophon.query.format.NodeText;
import org.colophon.query.record.RecordText;

/** Exports a graph for Graphviz. Arrows lead from cause to effect, in the direction of the data. */
final class DotExporter {
  private DotExporter() {}

  private static final String ATTEMPTED = "the source does not report whether this took effect";

  static void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException {
    DotWriter dot = new DotWriter(out);
    dot.begin("lineage");
    for (String loss : LeftOut.losses(lineage)) {
      dot.caption(loss);
    }
    for (LineageNode node : lineage.nodes()) {
      DotWriter.Shape shape = node.isProcess() ? DotWriter.Shape.PROCESS : DotWriter.Shape.OBJECT;
      String title = NodeText.titleWithFormer(node, options.directory());
      dot.node(node.key(), title, shape, node.depth() == 0, node.digest());
    }
    Map<Integer, String> changes = RecordText.byEdge(lineage);
    Map<Edge, String> edges = new LinkedHashMap<>();
    for (int i = 0; i < lineage.edges().size(); i++) {
      edges.merge(
          edge(lineage, lineage.edges().get(i)),
          changes.getOrDefault(i, ""),
          (before, after) -> (before + "\n" + after).strip());
    }
    for (Map.Entry<Edge, String> each : edges.entrySet()) {
      Edge edge = each.getKey();
      String note = edge.isAttempted ? ATTEMPTED + "\n" : "";
      boolean isDashed = edge.isDashed || edge.isAttempted;
      dot.edge(edge.from, edge.to, edge.label(), isDashed, (note + each.getValue()).strip());
    }
    dot.end();
  }

  private static Edge edge(Lineage lineage, LineageEdge edge) {
    return new Edge(
        lineage.cause(edge).key(),
        lineage.effect(edge).key(),
        edge.kind().name().toLowerCase(Locale.ROOT),
        edge.kind().flow() != Flow.DATA,
        edge.isAttempted());
  }

  private record Edge(String from, String to, String kind, boolean isDashed, boolean isAttempted) {
    String label() {
      return EdgeKind.marked(kind, isAttempted);
    }
  }
}
