// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.cypher.BoltEndpoint;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.storage.neo4j.Neo4jStorageAdapterFactory;

/** Stores one history in the graph and in the reference adapter. */
final class TwoStores implements AutoCloseable {
  private final StorageAdapter graph;
  private final StorageAdapter memory =
      new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")));
  private final LineageReader reader;

  TwoStores(Path directory, Map<String, String> options) {
    graph = new Neo4jStorageAdapterFactory().create(new StorageConfig(directory, options));
    graph.open();
    memory.open();
    reader = graph.reader();
  }

  /**
   * @param history creates the same batch at each call
   */
  void append(Supplier<RecordBatch> history) {
    graph.append(history.get());
    graph.sync();
    memory.append(history.get());
    memory.flush();
  }

  LineageReader reference() {
    return memory.reader();
  }

  LineageReader graphReader() {
    return reader;
  }

  BoltEndpoint bolt() {
    return engine().bolt().orElseThrow();
  }

  CypherEngine engine() {
    return (CypherEngine) reader;
  }

  /**
   * Returns the rows of a statement's answer.
   *
   * @param parameters alternating names and values
   */
  List<List<Object>> rows(String text, Object... parameters) {
    return rowsAsOf(Lsn.LATEST, text, parameters);
  }

  List<List<Object>> rowsAsOf(long asOfLsn, String text, Object... parameters) {
    return rowsIn("/", asOfLsn, text, parameters);
  }

  /** Returns the rows for a client whose relative names begin at a directory. */
  List<List<Object>> rowsIn(String directory, long asOfLsn, String text, Object... parameters) {
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < parameters.length; i += 2) {
      map.put((String) parameters[i], parameters[i + 1]);
    }
    List<List<Object>> rows = new ArrayList<>();
    engine()
        .run(
            new CypherStatement(text, map, asOfLsn, directory, false, 0),
            new CypherResult() {
              @Override
              public void columns(List<String> names) {}

              @Override
              public boolean row(List<Object> values) {
                return rows.add(values);
              }
            });
    return rows;
  }

  /** Returns the values of the only column. */
  List<Object> column(String text, Object... parameters) {
    return rows(text, parameters).stream().map(row -> row.get(0)).toList();
  }

  Object value(String text, Object... parameters) {
    List<Object> column = column(text, parameters);
    if (column.size() != 1) {
      throw new AssertionError("not exactly one row of " + column);
    }
    return column.get(0);
  }

  @Override
  public void close() {
    graph.close();
    memory.close();
  }
}
