// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.core.model.fact.Gap;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.format.NodeText;
import org.colophon.query.layout.Box;
import org.colophon.query.naming.FoldingRules;
import org.colophon.query.text.AsciiJson;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * Writes views as JSON for the explorer. Omits fields whose value is false, zero, unknown or the
 * same as another field. Writes edges as arrays of numbers, since a large graph has many edges.
 */
public final class GraphJson {
  private final GraphView view;
  private final Lineage lineage;
  private final Set<Long> lossy;
  private final FoldingRules system = new FoldingRules();
  private final long[] firstNanos;
  private final long[] lastNanos;

  private GraphJson(GraphView view) {
    this.view = view;
    this.lineage = view.clusters().lineage();
    this.lossy = lineage.summary().gaps().stream().map(Gap::process).collect(Collectors.toSet());
    this.firstNanos = new long[view.clusters().all().size()];
    this.lastNanos = new long[firstNanos.length];
    for (LineageEdge edge : lineage.edges()) {
      addTimes(view.clusters().of(edge.cause()), edge);
      addTimes(view.clusters().of(edge.effect()), edge);
    }
  }

  private void addTimes(int node, LineageEdge edge) {
    long first = edge.firstNanos();
    if (first != 0 && (firstNanos[node] == 0 || first < firstNanos[node])) {
      firstNanos[node] = first;
    }
    lastNanos[node] = Math.max(lastNanos[node], Math.max(first, edge.lastNanos()));
  }

  /** Writes a view and flushes. Leaves the stream open. */
  public static void write(GraphView view, OutputStream out) throws IOException {
    try (JsonGenerator json = AsciiJson.compactGenerator(out)) {
      new GraphJson(view).write(json);
      json.writeRaw('\n');
    }
  }

  private void write(JsonGenerator json) throws IOException {
    LineageSummary summary = lineage.summary();
    json.writeStartObject();
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
    json.writeArrayFieldStart("nodes");
    for (int i = 0; i < firstNanos.length; i++) {
      node(json, i);
    }
    json.writeEndArray();
    edges(json);
    json.writeEndObject();
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
    number(json, "more", cluster.more());
    flag(json, "incomplete", cluster.members().stream().anyMatch(this::isIncomplete));
    flag(json, "root", cluster.isRoot());
    flag(json, "system", cluster.members().stream().allMatch(this::isSystem));
    flag(json, "expandable", cluster.isFold());
    text(json, "target", cluster.isFold() ? FoldKind.nodeId(cluster.leader()) : null);
    flag(json, "collapsible", cluster.openedFold() != null);
    keys(json, cluster);
    text(json, "fold", cluster.openedFold());
    text(json, "from", time(firstNanos[place]));
    text(json, "to", lastNanos[place] == firstNanos[place] ? null : time(lastNanos[place]));
    json.writeEndObject();
  }

  /** Writes the keys of the members, by which other answers name them. */
  private static void keys(JsonGenerator json, Cluster cluster) throws IOException {
    json.writeArrayFieldStart("keys");
    for (LineageNode member : cluster.members()) {
      json.writeString(member.key());
    }
    json.writeEndArray();
  }

  private void box(JsonGenerator json, int place) throws IOException {
    Box box = view.box(place);
    json.writeNumberField("x", view.layout().x(place));
    json.writeNumberField("y", view.layout().y(place));
    json.writeNumberField("width", box.width());
    json.writeNumberField("height", box.height());
  }

  private boolean isIncomplete(LineageNode node) {
    return node.isProcess() && lossy.contains(node.id());
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

  private static @Nullable String time(long nanos) {
    return nanos == 0 ? null : DisplayText.instant(nanos);
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
