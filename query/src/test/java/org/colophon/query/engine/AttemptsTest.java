// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.WRITE;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/** Checks that the records of attempted writes are read only once. */
final class AttemptsTest {
  private static final int MANY = 300;

  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private final RowCounter counter = new RowCounter();
  private final AtomicLong asked = new AtomicLong();

  /** Declares a connection, which is not a process of the operating system. */
  private void connection() {
    history.process(
        1,
        new ProcessDeclaration(Bytes.of("sql"), 0, Bytes.of("ann@db"), List.of(), Bytes.EMPTY, 0));
  }

  private Lineage collect(LineageQuery.Builder query) {
    LineageReader counted = counter.of(SmallStore.of(history));
    return new LineageEngine(CountingReader.ofExtended(counted, asked)).collect(query.build());
  }

  private static long attempts(Lineage lineage) {
    return lineage.edges().stream()
        .filter(edge -> edge.kind() == EdgeKind.WRITE)
        .filter(LineageEdge::isAttempted)
        .count();
  }

  @Test
  void readsRecordsOnceForManyVersionsOfAnObject() {
    connection();
    history.file(1, "/db/t");
    LineageQuery.Builder query = LineageQuery.builder();
    for (int i = 0; i < MANY; i++) {
      history.cut(1, 1).access(WRITE, 1, 1, 1).extended(1, 1, "sql/attempted", Bytes.EMPTY);
      query.root(Root.object(1, history.lastLsn()));
    }
    assertThat(attempts(collect(query))).isEqualTo(MANY);
    assertThat(counter.rows()).isBetween(2L * MANY, 20L * MANY);
  }

  @Test
  void readsRecordsOnceForManyObjectsOfAProcess() {
    connection();
    for (int i = 1; i <= MANY; i++) {
      history.file(i, "/db/t" + i).access(WRITE, 1, i, 1);
      if (i % 2 == 0) {
        history.extended(1, i, "sql/attempted", Bytes.EMPTY);
      }
    }
    LineageQuery.Builder query =
        LineageQuery.builder().root(Root.process(1)).direction(Direction.DESCENDANTS);
    assertThat(attempts(collect(query))).isEqualTo(MANY / 2);
    assertThat(asked.get()).isBetween(1L, 20L);
  }
}
