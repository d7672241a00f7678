// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksDbLifecycleTest {
  private static final int ITEMS = 100;

  @TempDir Path directory;

  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private StorageAdapter adapter;

  @BeforeEach
  void open() {
    Map<String, String> options = Map.of("buffer-operations", "" + ITEMS);
    adapter = new RocksDbStorageAdapterFactory().create(new StorageConfig(directory, options));
    adapter.open();
  }

  @Test
  void failsInsteadOfCrashingWhenReaderOutlivesAdapter() {
    LineageReader reader = adapter.reader();
    adapter.close();
    assertThatThrownBy(() -> reader.process(1))
        .hasFieldOrPropertyWithValue("code", ErrorCode.ADAPTER_FAILED);
    assertThatThrownBy(() -> reader.resolve(Bytes.of("/f"), 1))
        .hasFieldOrPropertyWithValue("code", ErrorCode.ADAPTER_FAILED);
  }

  @Test
  void rejectsBatchThatIsAlreadyStored() {
    adapter.append(history.snapshot("s").build());
    RecordBatch again = new RecordBatchBuilder().snapshot("s").build();
    assertThatThrownBy(() -> adapter.append(again))
        .hasFieldOrPropertyWithValue("code", ErrorCode.ADAPTER_FAILED);
    adapter.close();
  }

  @Test
  void sealsItselfWhenBufferIsFull() {
    for (int batch = 0; batch < 10; batch++) {
      for (int i = 0; i < ITEMS; i++) {
        history.access(OperationKind.READ, 1, 1, 1);
      }
      adapter.append(history.build());
    }
    assertThat(adapter.reader().visibleLsn()).isEqualTo(9L * ITEMS);
    adapter.close();
  }

  @Test
  void sealsItselfWhenDeclarationsAreLarge() {
    for (int i = 0; i < 40; i++) {
      adapter.append(history.extended(1, 1, "blob", Bytes.wrap(new byte[1 << 20])).build());
    }
    assertThat(adapter.reader().visibleLsn()).isGreaterThan(20);
    adapter.close();
  }

  @Test
  void isNotDurableBeforeSync() {
    adapter.append(history.snapshot("s").build());
    adapter.flush();
    assertThat(adapter.heldLsn()).isZero();
    assertThat(adapter.sync()).isEqualTo(1);
    assertThat(adapter.heldLsn()).isEqualTo(1);
    adapter.close();
  }
}
