// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListenerAdapter;
import org.neo4j.kernel.api.exceptions.Status;

/** Tests that a rolled back transaction leaves no trace in the writer's memory. */
class FailedWindowTest {
  private static final SharedStore STORE = new SharedStore(Map.of());

  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private final Refusal refusal = new Refusal();

  private static final class Deadlock extends RuntimeException implements Status.HasStatus {
    private static final long serialVersionUID = 1;

    @Override
    public Status status() {
      return Status.Transaction.DeadlockDetected;
    }
  }

  /** Makes Neo4j roll back transactions just before their commit. */
  private static final class Refusal extends TransactionEventListenerAdapter<Object> {
    private int left;

    @Override
    public Object beforeCommit(
        TransactionData data, Transaction transaction, GraphDatabaseService database) {
      if (left-- > 0) {
        throw new Deadlock();
      }
      return null;
    }
  }

  @AfterEach
  void clear() {
    STORE.clear();
  }

  @AfterAll
  static void close() {
    STORE.close();
  }

  private void refuse(int times) {
    refusal.left = times;
    STORE
        .database()
        .management()
        .registerTransactionEventListener(GraphDatabaseSettings.DEFAULT_DATABASE_NAME, refusal);
  }

  private void refuseNoMore() {
    STORE
        .database()
        .management()
        .unregisterTransactionEventListener(GraphDatabaseSettings.DEFAULT_DATABASE_NAME, refusal);
  }

  @Test
  void writesWindowOnceAfterRollback() {
    try (StorageAdapter adapter = STORE.open()) {
      adapter.append(history.process(1, "cc").file(1, "/a/b").build());
      adapter.sync();
      adapter.append(
          history
              .process(2, "ld")
              .file(2, "/a/c")
              .file(3, "/new/x")
              .open(OperationKind.READ, 2, 1, 5)
              .rename(2, "/a/c", "/a/d")
              .snapshot("s")
              .gap(2, GapCause.DROPPED, 1)
              .extended(2, 2, "t", Bytes.of("x"))
              .cut(2, 2)
              .build());
      refuse(2);
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(adapter::flush)
            .isInstanceOfSatisfying(
                ColophonException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.ADAPTER_BUSY));
        assertThat(adapter.heldLsn()).isEqualTo(2);
      }
      adapter.sync();
      refuseNoMore();
      adapter.append(
          history.interval(AccessMode.READ, 2, 1, 6, 9, 4, 50).rename(2, "/a/d", "/new/d").build());
      adapter.sync();
      check(adapter.reader());
    }
  }

  private void check(LineageReader reader) {
    assertThat(reader.statistics().processes()).isEqualTo(2);
    assertThat(reader.statistics().objects()).isEqualTo(3);
    assertThat(reader.resolve(Bytes.of("/new/d"), Lsn.LATEST)).isEqualTo(2);
    assertThat(reader.resolve(Bytes.of("/a/d"), Lsn.LATEST)).isZero();
    assertThat(reader.resolve(Bytes.of("/a/b"), Lsn.LATEST)).isEqualTo(1);
    assertThat(reader.resolve(Bytes.of("/new/x"), Lsn.LATEST)).isEqualTo(3);
    assertThat(reader.snapshots()).hasSize(1);
    assertThat(reader.gaps()).hasSize(1);
    assertThat(reader.extendedRecords(2, 2)).hasSize(1);
    long[] seen = new long[2];
    reader.accessesOfObject(
        1,
        AccessMode.READ.bit(),
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          seen[0]++;
          seen[1] = count;
        });
    assertThat(seen).containsExactly(1, 4);
  }
}
