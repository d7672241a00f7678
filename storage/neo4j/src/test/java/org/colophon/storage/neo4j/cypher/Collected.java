// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;

/** Collects an answer. */
final class Collected implements CypherResult {
  private final List<List<Object>> rows = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final int limit;
  private List<String> names;

  Collected(int limit) {
    this.limit = limit;
  }

  static Collected of(CypherEngine engine, String text, Object... parameters) {
    return run(engine, text, false, parameters);
  }

  static Collected written(CypherEngine engine, String text, Object... parameters) {
    return run(engine, text, true, parameters);
  }

  /**
   * @param parameters alternating names and values
   */
  private static Collected run(
      CypherEngine engine, String text, boolean mayWrite, Object... parameters) {
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < parameters.length; i += 2) {
      map.put((String) parameters[i], parameters[i + 1]);
    }
    Collected answer = new Collected(Integer.MAX_VALUE);
    engine.run(new CypherStatement(text, map, Lsn.LATEST, mayWrite, 0), answer);
    return answer;
  }

  List<String> names() {
    return names;
  }

  List<String> warnings() {
    return warnings;
  }

  List<List<Object>> rows() {
    return rows;
  }

  /** Returns the values of a column. */
  List<Object> column(String name) {
    int at = names.indexOf(name);
    return rows.stream().map(row -> row.get(at)).toList();
  }

  /** Returns the only value of the only row. */
  Object value() {
    if (rows.size() != 1 || names.size() != 1) {
      throw new AssertionError("not exactly one value: " + names + " " + rows);
    }
    return rows.get(0).get(0);
  }

  @Override
  public void warning(String text) {
    warnings.add(text);
  }

  @Override
  public void columns(List<String> columns) {
    names = columns;
  }

  @Override
  public boolean row(List<Object> values) {
    rows.add(values);
    return rows.size() < limit;
  }
}
