package org.colophon.query.export;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.colophon.core.model.Flow;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;

/** A graph for Graphviz, with arrows from cause to effect: the way that data went. */
final class DotExporter implements LineageExporter {
  private static final int MAX_LABEL = 60;

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
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    writer.write("digraph lineage {\n  rankdir=LR;\n");
    writer.write("  node [fontname=\"sans-serif\", fontsize=10];\n");
    writer.write("  edge [fontname=\"sans-serif\", fontsize=8];\n");
    for (LineageNode node : lineage.nodes()) {
      writer.write(node(node, options));
    }
    Set<String> edges = new LinkedHashSet<>();
    for (LineageEdge edge : lineage.edges()) {
      edges.add(edge(lineage, edge));
    }
    for (String edge : edges) {
      writer.write(edge);
    }
    writer.write("}\n");
    writer.flush();
  }

  private static String node(LineageNode node, ExportOptions options) {
    String shape =
        node.isProcess()
            ? "shape=box, style=\"rounded,filled\", fillcolor=\"#fff2cc\""
            : "shape=ellipse, style=filled, fillcolor=\"#dae8fc\"";
    String title = Text.title(node, options.folder());
    return "  "
        + quote(Ids.of(node))
        + " [label="
        + quote(title.length() > MAX_LABEL ? shorten(title) : title)
        + ", tooltip="
        + quote(title)
        + ", "
        + shape
        + (node.depth() == 0 ? ", penwidth=2" : "")
        + "];\n";
  }

  /** The end says more than the begin: paths and compiler calls have their object there. */
  private static String shorten(String title) {
    int from =
        title.offsetByCodePoints(title.length(), -Math.min(MAX_LABEL / 2, codePoints(title)));
    int to = title.offsetByCodePoints(0, Math.min(MAX_LABEL / 4, codePoints(title)));
    return title.substring(0, to) + "..." + title.substring(from);
  }

  private static int codePoints(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String edge(Lineage lineage, LineageEdge edge) {
    boolean isData = edge.kind().flow() == Flow.DATA;
    return "  "
        + quote(Ids.of(lineage.cause(edge)))
        + " -> "
        + quote(Ids.of(lineage.effect(edge)))
        + " [label="
        + quote(edge.kind().name().toLowerCase(Locale.ROOT))
        + (isData ? "" : ", style=dashed")
        + "];\n";
  }

  /**
   * A quoted string. Backslashes are doubled since Graphviz has escapes of its own, and ampersands
   * spelt out since it knows entities.
   */
  static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("&", "&amp;") + '"';
  }
}
