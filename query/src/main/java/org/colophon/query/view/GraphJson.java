// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.core.model.fact.Gap;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.fold.Cluster;
import org.colophon.query.fold.FoldKind;
import org.colophon.query.fold.JoinedEdge;
import org.colophon.query.format.NodeText;
import org.colophon.query.layout.Box;
import org.colophon.query.naming.FoldingRules;
import org.colophon.query.report.LineageMerge;
import org.colophon.query.text.AsciiJson;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.JsonOutput;
import org.colophon.query.text.Lines;
import org.jspecify.annotations.Nullable;

/**
 * Writes views as JSON for the explorer. Omits fields whose value is false, zero, unknown or the
 * same as another field. Writes edges as arrays of numbers, since a large graph has many edges: the
 * indexes of cause and effect in {@code nodes}, the index of the kind in {@code kinds}, the count,
 * the bytes, then x and y of each point.
 *
 * <p>For the union of two lineages, each node has {@code change}: absent if it is the same, else
 * {@code changed}, {@code left} if only the first lineage has it, or {@code right}. {@code cause}
 * marks a changed node that no other difference influenced. {@code unchecked} marks contents that
 * were not compared, because a digest is missing. {@code left} and {@code right} are targets: the
 * node, or the leader of the fold, in each lineage. {@code edgeChanges} has a number for each edge
 * in {@code edges}: 0 if both lineages have it, 1 if only the first has it, 2 if only the second.
 *
 * <p>If the processes belong to several runs, {@code runs} lists the first process of each, and
 * {@code run} of a node is its id there.
 */
public final class GraphJson {
  /** Values of {@code edgeChanges}. */
  private static final int BOTH = 0;

  private static final int LEFT = 1;
  private static final int RIGHT = 2;

  /** Maximum length of the command of a run. */
  private static final int MAX_LABEL = 80;

  private final GraphView view;
  private final Lineage lineage;
  private final Set<Long> lossy;
  private final FoldingRules system = new FoldingRules();
  private final ClusterTimes times;
  private final ClusterRuns runs;

  private GraphJson(GraphView view) {
    this.view = view;
    this.lineage = view.clusters().lineage();
    this.lossy = lossy(lineage);
    this.times = new ClusterTimes(view.clusters());
    this.runs = new ClusterRuns(view.clusters());
  }

  /** Returns the ids of the processes with known losses. */
  static Set<Long> lossy(Lineage lineage) {
    return lineage.summary().gaps().stream().map(Gap::process).collect(Collectors.toSet());
  }

  /** Writes a view and flushes. Leaves the stream open. */
  public static void write(GraphView view, OutputStream out) throws IOException {
    try (JsonGenerator json = AsciiJson.compactGenerator(out)) {
      new GraphJson(view).write(json);
      json.writeRaw('\n');
    }
  }

  /**
   * Writes the view of two lineages, and flushes. Leaves the stream open.
   *
   * @param differences writes the value of the field {@code differences}
   */
  public static void write(GraphView view, JsonOutput.Body differences, OutputStream out)
      throws IOException {
    try (JsonGenerator json = AsciiJson.compactGenerator(out)) {
      json.writeStartObject();
      new GraphJson(view).writeFields(json);
      json.writeFieldName("differences");
      differences.write(json);
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    writeFields(json);
    json.writeEndObject();
  }

  private void writeFields(JsonGenerator json) throws IOException {
    LineageSummary summary = lineage.summary();
    json.writeBooleanField("complete", !summary.isIncomplete());
    json.writeArrayFieldStart("gaps");
    for (Gap gap : summary.gaps()) {
      json.writeString(NodeText.gap(gap));
    }
    json.writeEndArray();
    json.writeObjectFieldStart("left");
    json.writeNumberField("nodes", summary.beyondDepth() + summary.beyondCount());
    json.writeEndObject();
    json.writeNumberField("width", view.layout().width());
    json.writeNumberField("height", view.layout().height());
    text(json, "directory", view.directory().isEmpty() ? null : view.directory());
    flag(json, "down", view.layout().isDown());
    json.writeArrayFieldStart("nodes");
    for (int i = 0; i < view.clusters().all().size(); i++) {
      node(json, i);
    }
    json.writeEndArray();
    runs(json);
    edges(json);
    if (view.merge() != null) {
      edgeChanges(json, view.merge());
    }
  }

  private void runs(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("runs");
    for (LineageNode root : runs.roots()) {
      json.writeStartObject();
      json.writeStringField("id", root.key());
      json.writeStringField("label", Lines.fitLine(NodeText.command(root), MAX_LABEL));
      text(json, "host", root.host().isEmpty() ? null : root.host());
      long start = root.process() == null ? 0 : root.process().declaration().startNanos();
      text(json, "from", start == 0 ? null : DisplayText.instant(start));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void edgeChanges(JsonGenerator json, LineageMerge merge) throws IOException {
    Map<List<Object>, Integer> sides = new HashMap<>();
    for (int i = 0; i < lineage.edges().size(); i++) {
      LineageEdge edge = lineage.edges().get(i);
      int side = merge.onlyInFirst().get(i) ? LEFT : merge.onlyInSecond().get(i) ? RIGHT : BOTH;
      List<Object> key =
          List.of(
              view.clusters().of(edge.cause()),
              view.clusters().of(edge.effect()),
              JoinedEdge.word(edge.kind()));
      sides.merge(key, side, (a, b) -> a.equals(b) ? a : BOTH);
    }
    json.writeArrayFieldStart("edgeChanges");
    for (JoinedEdge each : view.edges()) {
      List<Object> key = List.of(each.from(), each.to(), each.word());
      json.writeNumber(Objects.requireNonNull(sides.get(key)).intValue());
    }
    json.writeEndArray();
  }

  private void edges(JsonGenerator json) throws IOException {
    List<JoinedEdge> edges = view.edges();
    Map<String, Integer> kinds = new LinkedHashMap<>();
    edges.forEach(edge -> kinds.putIfAbsent(edge.word(), kinds.size()));
    json.writeArrayFieldStart("kinds");
    for (String kind : kinds.keySet()) {
      json.writeString(kind);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("edges");
    for (int i = 0; i < edges.size(); i++) {
      edge(json, edges.get(i), kinds, view.layout().points(i));
    }
    json.writeEndArray();
  }

  private void node(JsonGenerator json, int place) throws IOException {
    Cluster cluster = view.clusters().all().get(place);
    String single = cluster.leader().isProcess() ? "process" : "object";
    json.writeStartObject();
    json.writeStringField("id", cluster.id());
    json.writeStringField("type", cluster.isFold() ? "fold" : single);
    json.writeStringField("kind", ClusterText.kind(cluster));
    json.writeStringField("label", view.label(place));
    String title = view.title(place);
    text(json, "title", title.equals(view.label(place)) ? null : title);
    box(json, place);
    int size = cluster.members().size();
    number(json, "count", size == 1 ? 0 : size);
    number(json, "copies", cluster.copies());
    number(json, "more", cluster.more());
    flag(json, "incomplete", cluster.members().stream().anyMatch(this::isIncomplete));
    flag(json, "root", cluster.isRoot());
    flag(json, "system", cluster.members().stream().allMatch(this::isSystem));
    flag(json, "expandable", cluster.isFold());
    text(json, "target", cluster.isFold() ? FoldKind.nodeId(cluster.leader()) : null);
    flag(json, "collapsible", cluster.openedFold() != null);
    keys(json, cluster);
    if (view.merge() != null) {
      change(json, cluster, view.merge().nodes());
    }
    text(json, "fold", cluster.openedFold());
    LineageNode run = runs.rootOf(cluster);
    text(json, "run", run == null || runs.roots().isEmpty() ? null : run.key());
    text(json, "from", times.from(place));
    text(json, "to", times.to(place));
    json.writeEndObject();
  }

  /** Writes the keys of the members, by which other answers name them. */
  private void keys(JsonGenerator json, Cluster cluster) throws IOException {
    json.writeArrayFieldStart("keys");
    for (LineageNode member : cluster.members()) {
      json.writeString(member.key());
      LineageNode left = left(member);
      if (left != null && !left.key().equals(member.key())) {
        json.writeString(left.key());
      }
    }
    json.writeEndArray();
  }

  /** Returns the node of the first of two lineages; null if there is none. */
  private @Nullable LineageNode left(LineageNode member) {
    LineageMerge merge = view.merge();
    return merge == null ? null : merge.nodes().get(member.index()).left();
  }

  private static void change(JsonGenerator json, Cluster cluster, List<LineageMerge.Node> all)
      throws IOException {
    LineageMerge.Node leader = all.get(cluster.leader().index());
    boolean isSame = leader.change() == LineageMerge.Change.SAME;
    List<LineageMerge.Node> its =
        cluster.members().stream().map(each -> all.get(each.index())).toList();
    text(json, "change", isSame ? null : leader.change().name().toLowerCase(Locale.ROOT));
    flag(json, "cause", its.stream().anyMatch(LineageMerge.Node::isCause));
    flag(json, "unchecked", its.stream().anyMatch(LineageMerge.Node::isUnchecked));
    text(json, "left", leader.left() == null ? null : FoldKind.nodeId(leader.left()));
    text(json, "right", leader.right() == null ? null : FoldKind.nodeId(leader.right()));
  }

  private void box(JsonGenerator json, int place) throws IOException {
    Box box = view.box(place);
    json.writeNumberField("x", view.layout().x(place));
    json.writeNumberField("y", view.layout().y(place));
    json.writeNumberField("width", box.width());
    json.writeNumberField("height", box.height());
  }

  private boolean isIncomplete(LineageNode node) {
    LineageNode left = left(node);
    return node.isProcess()
        && (lossy.contains(node.id()) || (left != null && lossy.contains(left.id())));
  }

  private boolean isSystem(LineageNode node) {
    return !node.isProcess() && system.folds(node.name());
  }

  private static void edge(
      JsonGenerator json, JoinedEdge edge, Map<String, Integer> kinds, int[] points)
      throws IOException {
    json.writeStartArray();
    json.writeNumber(edge.from());
    json.writeNumber(edge.to());
    json.writeNumber(Objects.requireNonNull(kinds.get(edge.word())).intValue());
    json.writeNumber(edge.count());
    json.writeNumber(edge.bytes());
    for (int each : points) {
      json.writeNumber(each);
    }
    json.writeEndArray();
  }

  private static void text(JsonGenerator json, String name, @Nullable String value)
      throws IOException {
    if (value != null) {
      json.writeStringField(name, value);
    }
  }

  private static void number(JsonGenerator json, String name, long value) throws IOException {
    if (value != 0) {
      json.writeNumberField(name, value);
    }
  }

  private static void flag(JsonGenerator json, String name, boolean value) throws IOException {
    if (value) {
      json.writeBooleanField(name, true);
    }
  }
}
