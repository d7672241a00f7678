// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.stream.XMLStreamException;
import org.colophon.core.model.Flow;
import org.colophon.core.model.Lsn;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.LeftOut;
import org.colophon.query.format.NodeText;
import org.colophon.query.format.SvgWriter;
import org.colophon.query.layout.Box;
import org.colophon.query.layout.Layout;
import org.colophon.query.layout.Link;
import org.colophon.query.record.RecordText;
import org.jspecify.annotations.Nullable;

/**
 * Exports a picture in which data flows from left to right. A line represents all edges between two
 * nodes.
 */
final class SvgExporter {
  static final String INCOMPLETE = " [incomplete]";

  private static final String ATTEMPTED = "the source does not report whether this took effect";

  private final Lineage lineage;
  private final String directory;
  private final Set<String> lossy;
  private final Map<Ends, Arrow> arrows = new LinkedHashMap<>();

  private SvgExporter(Lineage lineage, ExportOptions options) {
    this.lineage = lineage;
    this.directory = options.directory();
    this.lossy = lineage.summary().lossyProcesses();
    Map<Integer, String> changes = RecordText.byEdge(lineage);
    for (int i = 0; i < lineage.edges().size(); i++) {
      LineageEdge edge = lineage.edges().get(i);
      arrows
          .computeIfAbsent(new Ends(edge.cause(), edge.effect()), ends -> new Arrow())
          .add(edge, changes.get(i));
    }
  }

  static void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException {
    try {
      new SvgExporter(lineage, options).write(out);
    } catch (XMLStreamException e) {
      throw new IOException("cannot write SVG: " + e.getMessage(), e);
    }
  }

  private void write(OutputStream out) throws XMLStreamException {
    List<String> labels = lineage.nodes().stream().map(this::label).toList();
    long[] begins = new long[labels.size()];
    Arrays.fill(begins, Lsn.LATEST);
    List<Link> links = new ArrayList<>();
    arrows.forEach(
        (ends, arrow) -> {
          begins[ends.cause] = Math.min(begins[ends.cause], arrow.firstLsn);
          begins[ends.effect] = Math.min(begins[ends.effect], arrow.firstLsn);
          links.add(new Link(ends.cause, ends.effect, arrow.firstLsn));
        });
    List<Box> boxes = new ArrayList<>();
    for (int i = 0; i < begins.length; i++) {
      boxes.add(Box.of(labels.get(i), begins[i]));
    }
    Layout layout = Layout.of(boxes, links);
    SvgWriter svg = new SvgWriter(out);
    svg.begin(layout.width(), layout.height(), LeftOut.losses(lineage));
    int link = 0;
    for (Arrow arrow : arrows.values()) {
      svg.line(arrow.style(), arrow.title(), layout.points(link++));
    }
    for (LineageNode node : lineage.nodes()) {
      int i = node.index();
      String title = NodeText.titleWithFormer(node, directory) + "\n" + node.key();
      svg.box(
          node.key(), style(node), title, labels.get(i), layout.x(i), layout.y(i), boxes.get(i));
    }
    svg.end();
  }

  private String label(LineageNode node) {
    return NodeText.label(node, directory) + (isIncomplete(node) ? INCOMPLETE : "");
  }

  private boolean isIncomplete(LineageNode node) {
    return node.isProcess() && lossy.contains(node.exportKey());
  }

  private String style(LineageNode node) {
    return "node "
        + node.type().name().toLowerCase(Locale.ROOT)
        + (node.depth() == 0 ? " root" : "")
        + (isIncomplete(node) ? " incomplete" : "");
  }

  private record Ends(int cause, int effect) {}

  private static final class Arrow {
    private final Set<String> titles = new TreeSet<>();
    private final StringBuilder changes = new StringBuilder();
    private long firstLsn = Lsn.LATEST;
    private boolean isCertainData;

    void add(LineageEdge edge, @Nullable String changed) {
      firstLsn = Math.min(firstLsn, edge.firstLsn());
      String kind = edge.kind().name().toLowerCase(Locale.ROOT);
      String note = edge.isAttempted() ? ": " + ATTEMPTED : "";
      titles.add(EdgeKind.marked(kind, edge.isAttempted()) + note);
      isCertainData |= edge.kind().flow() == Flow.DATA && !edge.isAttempted();
      changes.append(changed == null ? "" : "\n" + changed);
    }

    String style() {
      return isCertainData ? "edge" : "edge weak";
    }

    String title() {
      return String.join("\n", titles) + changes;
    }
  }
}
