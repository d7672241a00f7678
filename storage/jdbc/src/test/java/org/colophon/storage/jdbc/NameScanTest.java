// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.NameScanContract;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameScanTest extends NameScanContract {
  /** A number of binds larger than one page of rows. */
  private static final int OFTEN = 5_000;

  @TempDir private Path directory;

  @Override
  protected StorageAdapterFactory factory() {
    return new JdbcStorageAdapterFactory();
  }

  @Override
  protected double share() {
    return 0.4; // the first query also fills the page cache
  }

  @Test
  void continuesAfterNamesThatWereBoundVeryOften() {
    StorageAdapter adapter = new JdbcStorageAdapterFactory().create(StorageConfig.at(directory));
    adapter.open();
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.bind(0, 1, "/a").bind(0, 2, "/c");
    for (int i = 1; i <= OFTEN; i++) {
      history.bind(0, i, "/b");
    }
    adapter.append(history.build());
    adapter.flush();
    LineageReader reader = adapter.reader();
    for (int limit = 1; limit <= 3; limit++) {
      List<String> found = new ArrayList<>();
      reader.pathsFrom(Bytes.of("/"), limit, (path, object) -> found.add(path + "=" + object));
      assertThat(found).isEqualTo(List.of("/a=1", "/b=" + OFTEN, "/c=2").subList(0, limit));
    }
    reader.close();
    adapter.close();
  }
}
