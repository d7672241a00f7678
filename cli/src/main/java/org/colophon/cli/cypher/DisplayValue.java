// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.cypher;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.cypher.CypherNode;
import org.colophon.core.spi.cypher.CypherPath;
import org.colophon.core.spi.cypher.CypherRelationship;
import org.colophon.query.text.DisplayText;

/**
 * Formats values on one line without control characters. Nodes and relationships show the
 * properties that distinguish them.
 */
public final class DisplayValue {
  private static final int MAX_BYTES = 60;
  private static final int MAX_PROPERTIES = 6;

  /** Properties that can identify a node, the best first. */
  private static final List<String> TITLES =
      List.of("command", "name", "longName", "label", "path", "executable", "type");

  private DisplayValue() {}

  /** Formats a top-level value. Texts have no quotes. */
  public static String of(Object value) {
    return value instanceof String text ? DisplayText.text(text) : nested(value);
  }

  /** Formats a value inside another value. Texts have quotes. */
  private static String nested(Object value) {
    if (value instanceof String text) {
      return "'" + DisplayText.text(text).replace("'", "\\'") + "'";
    } else if (value instanceof List<?> list) {
      return list.stream().map(DisplayValue::nested).collect(Collectors.joining(", ", "[", "]"));
    } else if (value instanceof Map<?, ?> map) {
      return map(map);
    } else if (value instanceof CypherNode node) {
      return node(node);
    } else if (value instanceof CypherRelationship relationship) {
      return relationship(relationship);
    } else if (value instanceof CypherPath path) {
      return path(path);
    } else if (value instanceof byte[] bytes) {
      return bytes(bytes);
    }
    return String.valueOf(value);
  }

  private static String map(Map<?, ?> map) {
    return map.entrySet().stream()
        .map(each -> DisplayText.text(each.getKey().toString()) + ": " + nested(each.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String bytes(byte[] bytes) {
    boolean isLong = bytes.length > MAX_BYTES;
    String shown = Bytes.copyOf(bytes, 0, Math.min(bytes.length, MAX_BYTES)).display();
    return isLong ? shown + "... (" + bytes.length + " bytes)" : shown;
  }

  /** Formats a node, for example as {@code (:File object:7 /tmp/a)}. */
  private static String node(CypherNode node) {
    String key = key(node);
    String title = title(node);
    String rest = key.isEmpty() && title.isEmpty() ? properties(node.properties()) : "";
    return "(" + join(labels(node), key, title, rest) + ")";
  }

  private static String labels(CypherNode node) {
    boolean isTold = node.labels().size() > 1; // the kind of an object implies the label
    return node.labels().stream()
        .filter(label -> !(isTold && label.equals("Object")))
        .map(label -> ":" + DisplayText.text(label))
        .collect(Collectors.joining());
  }

  /**
   * Returns the node's name in commands, such as {@code process:12}; empty if it has no such name.
   */
  static String key(CypherNode node) {
    Object id = node.properties().get("id");
    for (String label : List.of("Process", "Object")) {
      if (id instanceof Long && node.labels().contains(label)) {
        return label.toLowerCase(Locale.ROOT) + ":" + id;
      }
    }
    return id == null ? "" : of(id);
  }

  static String title(CypherNode node) {
    for (String property : TITLES) {
      if (node.properties().get(property) instanceof String text && !text.isEmpty()) {
        return DisplayText.text(text);
      }
    }
    return "";
  }

  private static String properties(Map<String, Object> properties) {
    String shown =
        properties.entrySet().stream()
            .limit(MAX_PROPERTIES)
            .map(each -> DisplayText.text(each.getKey()) + ": " + nested(each.getValue()))
            .collect(Collectors.joining(", "));
    boolean isAll = properties.size() <= MAX_PROPERTIES;
    return properties.isEmpty() ? "" : "{" + shown + (isAll ? "}" : ", ...}");
  }

  /** Formats a relationship, for example as {@code [:USED 3..9]}. */
  private static String relationship(CypherRelationship relationship) {
    return "["
        + join(":" + DisplayText.text(relationship.type()), lsns(relationship.properties()), "", "")
        + "]";
  }

  private static String lsns(Map<String, Object> properties) {
    Object first = properties.get("firstLsn");
    if (first == null) {
      Object lsn = properties.get("lsn");
      return lsn == null ? properties(properties) : of(lsn);
    }
    Object last = properties.get("lastLsn");
    if (last == null) {
      return of(first) + "..";
    }
    return first.equals(last) ? of(first) : of(first) + ".." + of(last);
  }

  private static String path(CypherPath path) {
    StringBuilder shown = new StringBuilder(node(path.nodes().get(0)));
    for (int i = 0; i < path.relationships().size(); i++) {
      CypherRelationship step = path.relationships().get(i);
      boolean isForward = step.start() == path.nodes().get(i).id();
      shown.append(isForward ? "-" : "<-").append(relationship(step));
      shown.append(isForward ? "->" : "-").append(node(path.nodes().get(i + 1)));
    }
    return shown.toString();
  }

  private static String join(String... parts) {
    return List.of(parts).stream().filter(part -> !part.isEmpty()).collect(Collectors.joining(" "));
  }
}
