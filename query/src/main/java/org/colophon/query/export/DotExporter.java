package org.colophon.query.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.model.Flow;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.format.ChangeText;
import org.colophon.query.format.DotWriter;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.Ids;
import org.colophon.query.format.LineageExporter;
import org.colophon.query.format.NodeText;
import org.colophon.query.format.RelationLabels;

/** A graph for Graphviz, with arrows from cause to effect: the way that data went. */
final class DotExporter implements LineageExporter {
  private static final String ATTEMPTED = "the source does not tell whether this took effect";

  @Override
  public String name() {
    return "dot";
  }

  @Override
  public String description() {
    return "a graph for Graphviz";
  }

  @Override
  public String mediaType() {
    return "text/vnd.graphviz; charset=utf-8";
  }

  @Override
  public void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException {
    DotWriter dot = new DotWriter(out);
    dot.begin("lineage");
    for (LineageNode node : lineage.nodes()) {
      DotWriter.Shape shape = node.isProcess() ? DotWriter.Shape.PROCESS : DotWriter.Shape.OBJECT;
      String title = NodeText.titleWithFormer(node, options.directory());
      dot.node(Ids.of(node), title, shape, node.depth() == 0);
    }
    Map<Integer, String> changes = ChangeText.byEdge(lineage);
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
        Ids.of(lineage.cause(edge)),
        Ids.of(lineage.effect(edge)),
        edge.kind().name().toLowerCase(Locale.ROOT),
        edge.kind().flow() != Flow.DATA,
        edge.isAttempted());
  }

  /** Key of an edge that is drawn once for all its operations. */
  private record Edge(String from, String to, String kind, boolean isDashed, boolean isAttempted) {
    String label() {
      return RelationLabels.marked(kind, isAttempted);
    }
  }
}
