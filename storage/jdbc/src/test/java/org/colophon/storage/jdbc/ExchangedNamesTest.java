// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.jdbc.database.Engine;
import org.colophon.storage.jdbc.database.JdbcConfig;
import org.colophon.storage.jdbc.database.Session;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the column {@code name} of objects after two of them exchanged names. */
class ExchangedNamesTest {
  @TempDir private Path directory;

  private final RecordBatchBuilder history = new RecordBatchBuilder();

  @Test
  void returnsNewNamesOfObjectsOnH2() throws SQLException {
    exchange(new StorageConfig(directory.resolve("store"), Map.of()));
  }

  @Test
  void returnsNewNamesOfObjectsOnPostgres() throws SQLException {
    String schema = PostgresFactory.schema(directory.resolve("exchanged"));
    exchange(
        new StorageConfig(directory.resolve("store"), PostgresServer.shared().options(schema)));
  }

  private void exchange(StorageConfig config) throws SQLException {
    try (StorageAdapter adapter = new JdbcStorageAdapterFactory().create(config)) {
      adapter.open();
      history.file(1, "/a").file(2, "/b");
      append(adapter);
      history.exchange(0, "/a", "/b");
      append(adapter);
      assertThat(names(config)).isEqualTo("1=/b 2=/a");

      // All in one transaction; unbound names may be exchanged, too.
      history.file(3, "/c").exchange(0, "/c", "/a").exchange(0, "/b", "/none");
      append(adapter);
      assertThat(names(config)).isEqualTo("1=/none 2=/c 3=/a");

      history.bind(0, 2, "/z").exchange(0, "/c", "/none");
      append(adapter);
      assertThat(names(config)).as("2 was bound elsewhere later").isEqualTo("1=/c 2=/z 3=/a");

      history.exchange(0, "/c", "/e").bind(0, 1, "/c");
      append(adapter);
      assertThat(names(config)).as("1 has its old name again").isEqualTo("1=/c 2=/z 3=/a");

      history.exchange(0, "/a", "/c").bind(0, 3, "/y");
      append(adapter);
      assertThat(names(config)).as("3 was bound elsewhere then").isEqualTo("1=/a 2=/z 3=/y");
    }
  }

  /**
   * Compares names with a model that replays the same records. Each object has one name at most.
   */
  @Test
  void namesObjectsCorrectlyAfterManyExchanges() throws SQLException {
    Random random = new Random(4711);
    Map<String, Long> bound = new HashMap<>();
    Map<Long, String> called = new TreeMap<>();
    StorageConfig config = new StorageConfig(directory.resolve("store"), Map.of());
    try (StorageAdapter adapter = new JdbcStorageAdapterFactory().create(config)) {
      adapter.open();
      for (int step = 0; step < 400; step++) {
        String one = "/" + "abcd".charAt(random.nextInt(4));
        String other = "/" + "abcd".charAt(random.nextInt(4));
        int what = random.nextInt(10);
        if (what == 0) {
          long id = called.size() + 1L;
          history.file(id, one);
          bound.put(one, id);
          called.put(id, one);
        } else if (what == 1) {
          history.unbind(0, one);
          bound.remove(one);
        } else if (!one.equals(other)) {
          history.exchange(0, one, other);
          Long first = bound.remove(one);
          Long second = bound.remove(other);
          call(bound, called, first, other);
          call(bound, called, second, one);
        }
        if (random.nextInt(5) == 0 || step == 399) {
          append(adapter);
          assertThat(names(config)).as("step %d", step).isEqualTo(joined(called));
        }
      }
    }
  }

  private static void call(
      Map<String, Long> bound, Map<Long, String> called, Long object, String name) {
    if (object != null) {
      bound.put(name, object);
      called.put(object, name);
    }
  }

  private static String joined(Map<Long, String> called) {
    return called.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(" "));
  }

  private void append(StorageAdapter adapter) {
    adapter.append(history.build());
    adapter.flush();
  }

  private static String names(StorageConfig config) throws SQLException {
    try (Session session = Engine.of(JdbcConfig.of(config)).connect()) {
      return String.join(
          " ",
          session.list(
              row -> row.getLong(1) + "=" + row.getString(2),
              "SELECT id, name FROM object ORDER BY id"));
    }
  }
}
