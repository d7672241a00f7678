// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.spi.cypher.CypherNode;
import org.colophon.core.spi.cypher.CypherPath;
import org.colophon.core.spi.cypher.CypherRelationship;
import org.colophon.storage.neo4j.database.EntityIds;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Path;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.spatial.Point;
import org.neo4j.values.storable.Values;

/** Converts Neo4j's values to those of {@link org.colophon.core.spi.cypher.CypherResult}. */
final class CypherValues {
  private CypherValues() {}

  static @Nullable Object of(@Nullable Object value) {
    if (value == null
        || value instanceof String
        || value instanceof Long
        || value instanceof Double
        || value instanceof Boolean
        || value instanceof byte[]) {
      return value;
    }
    if (value instanceof Entity || value instanceof Path) {
      return graph(value);
    }
    if (value instanceof Number number) {
      return number(number);
    }
    if (value instanceof Map<?, ?> map) {
      return map(map);
    }
    if (value instanceof Iterable<?> list) {
      return list(list);
    }
    return value.getClass().isArray() ? array(value) : text(value);
  }

  private static Object graph(Object value) {
    if (value instanceof Node node) {
      return node(node);
    }
    return value instanceof Path path ? path(path) : relationship((Relationship) value);
  }

  private static Object number(Number number) {
    return number instanceof Float ? (Object) number.doubleValue() : (Object) number.longValue();
  }

  private static Map<String, Object> map(Map<?, ?> map) {
    Map<String, Object> values = new LinkedHashMap<>();
    map.forEach((key, value) -> values.put((String) key, of(value)));
    return values;
  }

  private static List<Object> list(Iterable<?> list) {
    List<Object> values = new ArrayList<>();
    list.forEach(value -> values.add(of(value)));
    return values;
  }

  private static List<Object> array(Object array) {
    int length = Array.getLength(array);
    List<Object> values = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      values.add(of(Array.get(array, i)));
    }
    return values;
  }

  /** Formats dates, times, durations and points as Cypher does. */
  private static String text(Object value) {
    return value instanceof Character || value instanceof Point
        ? value.toString()
        : Values.of(value).prettyPrint();
  }

  private static CypherNode node(Node node) {
    List<String> labels = new ArrayList<>();
    try {
      for (Label label : node.getLabels()) {
        labels.add(label.name());
      }
    } catch (NotFoundException e) {
      labels.clear(); // the statement itself deleted it
    }
    return new CypherNode(EntityIds.of(node), labels, properties(node));
  }

  private static CypherRelationship relationship(Relationship relationship) {
    return new CypherRelationship(
        EntityIds.of(relationship),
        relationship.getType().name(),
        EntityIds.start(relationship),
        EntityIds.end(relationship),
        properties(relationship));
  }

  private static Map<String, Object> properties(Entity entity) {
    try {
      return map(entity.getAllProperties());
    } catch (NotFoundException e) {
      return Map.of(); // the statement itself deleted it
    }
  }

  private static CypherPath path(Path path) {
    List<CypherNode> nodes = new ArrayList<>();
    path.nodes().forEach(node -> nodes.add(node(node)));
    List<CypherRelationship> relationships = new ArrayList<>();
    path.relationships().forEach(each -> relationships.add(relationship(each)));
    return new CypherPath(nodes, relationships);
  }
}
