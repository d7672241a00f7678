// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.cypher;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.colophon.core.spi.cypher.CypherNode;
import org.colophon.core.spi.cypher.CypherPath;
import org.colophon.core.spi.cypher.CypherRelationship;
import org.colophon.query.format.DotWriter;
import org.colophon.query.text.DisplayText;

/**
 * Draws a graph of all nodes, relationships and paths in an answer. Draws each node and
 * relationship once. The arrow of a flow leads from cause to effect, as in all of Colophon's
 * drawings. Any other arrow has the direction of its relationship.
 */
final class DotAnswer implements AnswerWriter {
  /** Relationships from effect to cause without a flow of content. */
  private static final Set<String> WITHOUT_DATA =
      Set.of(
          "WAS_INFORMED_BY", "WAS_NAMED_BY", "WAS_INFLUENCED_BY", "WAS_ASSOCIATED_WITH", "CUT_BY");

  private static final Set<String> WITH_DATA =
      Set.of("USED", "WAS_GENERATED_BY", "WAS_DERIVED_FROM");

  private final DotWriter dot;
  private final Map<Long, CypherNode> nodes = new LinkedHashMap<>();
  private final Map<Long, CypherRelationship> relationships = new LinkedHashMap<>();
  private final Map<Long, String> names = new HashMap<>();

  DotAnswer(OutputStream out) {
    this.dot = new DotWriter(out);
  }

  @Override
  public void columns(List<String> names) {
    // A graph has no columns.
  }

  @Override
  public void row(List<Object> values) {
    values.forEach(this::collect);
  }

  private void collect(Object value) {
    if (value instanceof CypherNode node) {
      nodes.put(node.id(), node);
    } else if (value instanceof CypherRelationship relationship) {
      relationships.put(relationship.id(), relationship);
    } else if (value instanceof CypherPath path) {
      path.nodes().forEach(this::collect);
      path.relationships().forEach(this::collect);
    } else if (value instanceof List<?> list) {
      list.forEach(this::collect);
    } else if (value instanceof Map<?, ?> map) {
      map.values().forEach(this::collect);
    }
  }

  @Override
  public void end() throws IOException {
    dot.begin("answer");
    for (CypherNode node : nodes.values()) {
      write(node);
    }
    for (CypherRelationship relationship : relationships.values()) {
      write(relationship);
    }
    dot.end();
  }

  private void write(CypherNode node) throws IOException {
    String key = DisplayValue.key(node);
    String name = key.isEmpty() ? bareName(node.id()) : key;
    names.put(node.id(), name);
    String title = DisplayValue.title(node);
    dot.node(name, title.isEmpty() ? DisplayValue.of(node) : title, shape(node), false);
  }

  private static DotWriter.Shape shape(CypherNode node) {
    if (node.labels().contains("Process")) {
      return DotWriter.Shape.PROCESS;
    }
    boolean isObject = node.labels().contains("Object");
    return isObject ? DotWriter.Shape.OBJECT : DotWriter.Shape.OTHER;
  }

  private void write(CypherRelationship relationship) throws IOException {
    String start = name(relationship.start());
    String end = name(relationship.end());
    String label = DisplayText.text(relationship.type()).toLowerCase(Locale.ROOT).replace('_', ' ');
    boolean isData = WITH_DATA.contains(relationship.type());
    if (isData || WITHOUT_DATA.contains(relationship.type())) {
      dot.edge(end, start, label, !isData);
    } else {
      dot.edge(start, end, label, true);
    }
  }

  private String name(long node) {
    return names.getOrDefault(node, bareName(node));
  }

  private static String bareName(long node) {
    return "node:" + node;
  }

  @Override
  public String remark() {
    boolean isEmpty = nodes.isEmpty() && relationships.isEmpty();
    return isEmpty ? "the answer has no node, relationship or path to draw" : "";
  }
}
