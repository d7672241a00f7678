// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.jdbc.database.Engine;
import org.colophon.storage.jdbc.database.JdbcConfig;
import org.colophon.storage.jdbc.database.Session;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that H2 finds the accesses up to an LSN without reading later ones. */
class ViewPlanTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"object", "process"})
  void boundsIndexByLsn(String end) throws Exception {
    StorageConfig config = new StorageConfig(directory.resolve("store"), Map.of());
    try (StorageAdapter adapter = new JdbcStorageAdapterFactory().create(config)) {
      adapter.open();
      try (Session session = Engine.of(JdbcConfig.of(config)).connect()) {
        String query =
            JdbcLineageReader.ACCESSES + end + " = 1 AND mode IN ('write') AND first_lsn <= 7";
        assertThat(session.list(row -> row.getString(1), "EXPLAIN " + query))
            .singleElement()
            .asString()
            .containsPattern("(?s)/\\*.*FIRST_LSN <= .*\\*/");
      }
    }
  }
}
