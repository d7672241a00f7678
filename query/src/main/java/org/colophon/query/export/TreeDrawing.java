// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.model.Lsn;
import org.colophon.query.api.ContentMatch;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.export.Branches.Branch;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.LeftOut;
import org.colophon.query.format.NodeText;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.Lines;
import org.jspecify.annotations.Nullable;

/**
 * Draws a lineage as a tree for a terminal. Draws a repeated node without its branches. Uses an
 * explicit stack, so that depth has no limit.
 */
final class TreeDrawing {
  private static final String RESET = "\u001b[0m";
  private static final String DIM = "\u001b[2m";
  private static final String PROCESS = "\u001b[33m";
  private static final String OBJECT = "\u001b[36m";

  private final Lineage lineage;
  private final ExportOptions options;
  private final Writer out;
  private final Branches all;
  private final FoldedBranches folded;
  private final BitSet drawn = new BitSet();
  private final Deque<Line> pending = new ArrayDeque<>();

  private TreeDrawing(Lineage lineage, ExportOptions options, Writer out) {
    this.lineage = options.folded() ? AlikeCalls.fold(lineage) : lineage;
    this.options = options;
    this.out = out;
    this.all = new Branches(this.lineage);
    this.folded =
        new FoldedBranches(this.lineage, all, processes(lineage) - processes(this.lineage));
  }

  private static int processes(Lineage lineage) {
    return (int) lineage.nodes().stream().filter(LineageNode::isProcess).count();
  }

  static void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    TreeDrawing drawing = new TreeDrawing(lineage, options, writer);
    drawing.draw();
    drawing.drawByContent(lineage);
    writer.flush();
  }

  private void draw() throws IOException {
    for (LineageNode node : lineage.nodes()) {
      if (isTop(node)) {
        pending.push(new Line("", "", "", node, 0));
        drawPending();
      }
    }
    drawSummary();
  }

  private boolean isTop(LineageNode node) {
    return !drawn.get(node.index())
        && node.host().isEmpty()
        && lineage.query().roots().stream()
            .anyMatch(root -> root.type() == node.type() && root.id() == node.id());
  }

  private void drawPending() throws IOException {
    while (!pending.isEmpty()) {
      Line line = pending.pop();
      LineageNode node = line.node;
      if (node == null) {
        put(line.lead + dim("... " + line.more + " more beyond"));
      } else {
        drawNode(line, node);
      }
    }
  }

  private void drawNode(Line line, LineageNode node) throws IOException {
    boolean isRepeat = drawn.get(node.index());
    List<Branch> below = options.folded() ? folded.of(node) : all.of(node);
    boolean isFolded = isRepeat && !below.isEmpty();
    drawn.set(node.index());
    put(line.lead + text(line, node, isFolded));
    if (!isRepeat) {
      pushBelow(line, node.more(), below);
    }
  }

  private void pushBelow(Line line, int more, List<Branch> below) {
    if (more > 0) {
      pending.push(new Line(line.indent + corner(), "", "", null, more));
    }
    for (int i = below.size() - 1; i >= 0; i--) {
      boolean isLast = i == below.size() - 1 && more == 0;
      Branch branch = below.get(i);
      String lead = line.indent + (isLast ? corner() : options.unicode() ? "├─ " : "|- ");
      String indent = line.indent + (isLast ? "   " : options.unicode() ? "│  " : "|  ");
      pending.push(new Line(lead, indent, branch.words(), branch.node(), 0));
    }
  }

  private String corner() {
    return options.unicode() ? "└─ " : "`- ";
  }

  private String text(Line line, LineageNode node, boolean isFolded) {
    String words = line.words.isEmpty() ? "" : line.words + " ";
    String title = NodeText.titleWithFormer(node, options.directory());
    String notes = "  [" + notes(node) + "]" + (isFolded ? " see above" : "");
    int room = roomFor(line.lead.length() + words.length() + notes.length());
    String colour = node.isProcess() ? PROCESS : OBJECT;
    return dim(words) + paint(colour, shorten(title, room)) + dim(notes);
  }

  private String notes(LineageNode node) {
    StringBuilder notes = new StringBuilder(node.key());
    if (node.isProcess() && node.process() != null && node.process().declaration().pid() > 0) {
      notes.append(" pid ").append(node.process().declaration().pid());
    }
    return notes.append(" @").append(Lsn.format(node.boundLsn())).toString();
  }

  /**
   * Returns the maximum length of a title. It is never below a minimum, even on a narrow terminal.
   */
  private int roomFor(int usedColumns) {
    return options.widthColumns() == 0
        ? Integer.MAX_VALUE
        : Math.max(16, options.widthColumns() - usedColumns);
  }

  private static String shorten(String text, int room) {
    if (text.codePointCount(0, text.length()) <= room) {
      return text;
    }
    int tail = (room - 3) / 3;
    int head = room - 3 - tail;
    int length = text.codePointCount(0, text.length());
    return text.substring(0, text.offsetByCodePoints(0, head))
        + "..."
        + text.substring(text.offsetByCodePoints(0, length - tail));
  }

  private void drawSummary() throws IOException {
    LineageSummary summary = lineage.summary();
    for (String line : LeftOut.beyond(lineage)) {
      put(dim(line));
    }
    for (String line : folded.remarks()) {
      put(dim(line));
    }
    if (summary.hidden() > 0) {
      String remedy = lineage.query().hidden().isEmpty() ? "; --all shows them" : "";
      put(dim(DisplayText.count(summary.hidden(), "node") + " hidden and not followed" + remedy));
    }
    if (summary.passed() > 0) {
      put(dim(DisplayText.count(summary.passed(), "file") + " elsewhere not shown"));
    }
    if (summary.hiddenCode() > 0) {
      put(dim(DisplayText.count(summary.hiddenCode(), "use") + " of code hidden"));
    }
    for (String line : LeftOut.losses(lineage)) {
      put(line);
    }
  }

  /** Draws the inputs whose content other objects had before, apart from what was observed. */
  private void drawByContent(Lineage whole) throws IOException {
    for (ContentMatch match : whole.byContent()) {
      LineageNode input = whole.nodes().get(match.node());
      String sources =
          match.sources().stream()
              .map(each -> name(each) + "  [object:" + each.object() + " @" + each.lsn() + "]")
              .collect(Collectors.joining(", "));
      String line =
          "%s  [%s] %s %s%s (by content, not observed)"
              .formatted(
                  NodeText.title(input, options.directory()),
                  input.key(),
                  match.isCertain() ? "derived from" : "has possible sources:",
                  sources,
                  match.more() == 0 ? "" : ", " + match.more() + " more");
      put(Lines.fit(line, options.widthColumns()).stripTrailing());
    }
  }

  private String name(ContentMatch.Source source) {
    return source.name().isEmpty()
        ? "(no name)"
        : NodeText.relative(source.name(), options.directory());
  }

  private String dim(String text) {
    return text.isEmpty() ? text : paint(DIM, text);
  }

  private String paint(String colour, String text) {
    return options.colour() ? colour + text + RESET : text;
  }

  private void put(String line) throws IOException {
    out.write(line);
    out.write('\n');
  }

  /**
   * A line to draw, with its prefix and the prefix of the lines below. Shows a node, or a count of
   * nodes.
   */
  private record Line(
      String lead, String indent, String words, @Nullable LineageNode node, int more) {}
}
