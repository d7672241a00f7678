// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.neo4j;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;

/** Queries the data ancestors of objects, with the lineage engine or in Cypher. */
final class Questions {
  private static final String CALL =
      " CALL colophon.ancestors(o, {dataOnly: true}) YIELD node RETURN ";

  /** Counts the ancestors of many objects. */
  private static final String MANY =
      "UNWIND $ids AS id MATCH (o:Object {id: id})" + CALL + "count(node)";

  /** Counts the ancestors of one object. */
  private static final String ONE = "MATCH (o:Object {id: $id})" + CALL + "count(node)";

  /** Returns the names of the ancestors of one object. */
  private static final String NAMED =
      "MATCH (o:Object {id: $id})" + CALL + "labels(node)[0] + node.id";

  private Questions() {}

  /** Counts the nodes in the lineages of objects, including the objects. */
  static long count(LineageEngine engine, List<Long> objects) {
    long[] nodes = new long[1];
    for (long object : objects) {
      engine.run(query(object), (index, type, id, version, boundLsn, depth) -> nodes[0]++);
    }
    return nodes[0];
  }

  /**
   * Returns the names of the nodes in an object's lineage: {@code Object7}, {@code Process5}, ...
   */
  static Set<String> names(LineageReader reader, long object) {
    Set<String> names = new TreeSet<>();
    new LineageEngine(reader)
        .run(
            query(object),
            (index, type, id, version, boundLsn, depth) ->
                names.add((type == NodeType.OBJECT ? "Object" : "Process") + id));
    return names;
  }

  private static LineageQuery query(long object) {
    return LineageQuery.builder().root(Root.object(object)).dataOnly(true).build();
  }

  /** Does the same as {@link #count}, with one Cypher statement for all objects. */
  static long countAtOnce(CypherEngine cypher, List<Long> objects) {
    return (long) column(cypher, MANY, Map.of("ids", objects)).get(0);
  }

  /** Does the same as {@link #count}, with a Cypher statement for each object. */
  static long countOneByOne(CypherEngine cypher, List<Long> objects) {
    long nodes = 0;
    for (long object : objects) {
      nodes += (long) column(cypher, ONE, Map.of("id", object)).get(0);
    }
    return nodes;
  }

  /** Does the same as {@link #names} in Cypher. */
  static Set<String> namesInCypher(CypherEngine cypher, long object) {
    Set<String> names = new TreeSet<>();
    column(cypher, NAMED, Map.of("id", object)).forEach(name -> names.add((String) name));
    return names;
  }

  private static List<Object> column(
      CypherEngine cypher, String text, Map<String, Object> parameters) {
    List<Object> values = new ArrayList<>();
    cypher.run(
        new CypherStatement(text, parameters, Lsn.LATEST, false, 0),
        new CypherResult() {
          @Override
          public void columns(List<String> names) {}

          @Override
          public boolean row(List<Object> row) {
            return values.add(row.get(0));
          }
        });
    return values;
  }
}
