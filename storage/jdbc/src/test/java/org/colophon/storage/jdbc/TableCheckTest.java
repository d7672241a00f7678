// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCheckTest {
  private static final JdbcStorageAdapterFactory FACTORY = new JdbcStorageAdapterFactory();
  private static final int OPERATIONS = 5_000;

  /** The first two blocks are copies of the file's header. */
  private static final int HEADER_BYTES = 8_192;

  @TempDir private Path directory;

  private void fill() {
    StorageAdapter adapter = FACTORY.create(StorageConfig.at(directory));
    adapter.open();
    RecordBatchBuilder batch = new RecordBatchBuilder();
    for (int i = 1; i <= OPERATIONS; i++) {
      batch.access(OperationKind.READ, i, 1, 10);
    }
    adapter.append(batch.build());
    adapter.close();
  }

  @Test
  void readsEverything() {
    fill();
    AtomicLong bytes = new AtomicLong();

    assertThat(FACTORY.verify(StorageConfig.at(directory), bytes::set)).isEqualTo(OPERATIONS);
    assertThat(bytes.get()).isGreaterThan(OPERATIONS);
  }

  @Test
  void findsDestroyedPages() throws IOException {
    fill();
    try (RandomAccessFile file =
        new RandomAccessFile(directory.resolve("provenance.mv.db").toFile(), "rw")) {
      byte[] zeros = new byte[(int) (file.length() - HEADER_BYTES) / 2];
      file.seek(HEADER_BYTES);
      file.write(zeros);
    }

    assertThatThrownBy(() -> FACTORY.verify(StorageConfig.at(directory), bytes -> {}))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
  }
}
