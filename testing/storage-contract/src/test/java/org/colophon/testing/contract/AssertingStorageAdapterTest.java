// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.junit.jupiter.api.Test;

class AssertingStorageAdapterTest {
  /** Holds only the last LSN; fails on request. */
  private static final class FakeAdapter implements StorageAdapter {
    private long lastLsn;
    private ErrorCode failure;

    @Override
    public void open() {}

    @Override
    public long heldLsn() {
      return lastLsn;
    }

    @Override
    public void append(RecordBatch batch) {
      if (failure != null) {
        throw new ColophonException(failure, "as told");
      }
      lastLsn = batch.lastLsn();
    }

    @Override
    public void flush() {}

    @Override
    public long sync() {
      return lastLsn;
    }

    @Override
    public LineageReader reader() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }

  private final FakeAdapter fake = new FakeAdapter();
  private final StorageAdapter adapter = new AssertingStorageAdapter(fake);
  private final RecordBatchBuilder history = new RecordBatchBuilder();

  @Test
  void forwardsValidCalls() {
    adapter.open();
    adapter.append(history.snapshot("s").build());
    adapter.flush();
    assertThat(adapter.sync()).isEqualTo(1);
    adapter.close();
  }

  @Test
  void failsWhenNotOpen() {
    assertThatThrownBy(adapter::flush).isInstanceOf(AssertionError.class);
    assertThatThrownBy(adapter::reader).isInstanceOf(AssertionError.class);
    adapter.open();
    assertThatThrownBy(adapter::open).isInstanceOf(AssertionError.class);
  }

  @Test
  void failsWhenLsnDoesNotIncrease() {
    adapter.open();
    adapter.append(history.snapshot("s").build());
    RecordBatch again = new RecordBatchBuilder().snapshot("s").build();
    assertThatThrownBy(() -> adapter.append(again)).isInstanceOf(AssertionError.class);
  }

  @Test
  void failsWhenSecondThreadWrites() {
    adapter.open();
    adapter.flush();
    assertThatThrownBy(() -> CompletableFuture.runAsync(adapter::flush).join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(AssertionError.class);
  }

  @Test
  void failsWhenClosedTwice() {
    adapter.close();
    assertThatThrownBy(adapter::close).isInstanceOf(AssertionError.class);
  }

  @Test
  void retriesABatchOnlyAfterATransientFailure() {
    adapter.open();
    fake.failure = ErrorCode.ADAPTER_BUSY;
    RecordBatch batch = history.snapshot("s").build();
    assertThatThrownBy(() -> adapter.append(batch))
        .hasFieldOrPropertyWithValue("code", ErrorCode.ADAPTER_BUSY);
    fake.failure = ErrorCode.DISK_FULL;
    assertThatThrownBy(() -> adapter.append(batch))
        .hasFieldOrPropertyWithValue("code", ErrorCode.DISK_FULL);
    assertThatThrownBy(() -> adapter.append(batch)).isInstanceOf(AssertionError.class);
  }
}
