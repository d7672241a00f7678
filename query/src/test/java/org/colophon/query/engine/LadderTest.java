// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.util.concurrent.atomic.AtomicLong;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/**
 * A ladder of layers: two processes read both files of the previous layer and write both files of
 * the next one. Each layer multiplies the number of paths from end to end by four, but adds only a
 * constant number of edges.
 */
final class LadderTest {
  private static final int LAYERS = 30;

  private final AtomicLong asked = new AtomicLong();

  private RecordBatchBuilder ladder() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/0/a").file(2, "/0/b");
    for (int layer = 1; layer <= LAYERS; layer++) {
      int low = 2 * layer - 1;
      history.process(low, "/bin/a").process(low + 1, "/bin/b");
      history.file(low + 2, "/" + layer + "/a").file(low + 3, "/" + layer + "/b");
      for (int process = low; process <= low + 1; process++) {
        history.access(READ, process, low, 1).access(READ, process, low + 1, 1);
      }
      for (int process = low; process <= low + 1; process++) {
        history.access(WRITE, process, low + 2, 1).access(WRITE, process, low + 3, 1);
      }
    }
    return history;
  }

  @Test
  void readsEachNodeOnce() {
    LineageReader reader = CountingReader.of(SmallStore.of(ladder()), asked);
    Lineage lineage =
        new LineageEngine(reader)
            .collect(LineageQuery.builder().root(Root.object(2 * LAYERS + 1)).build());
    assertThat(lineage.nodes()).hasSize(1 + 2 * LAYERS + 2 * (LAYERS - 1) + 2);
    assertThat(lineage.edges()).hasSize(2 + 4 * (2 * LAYERS - 1));
    assertThat(asked.get()).isEqualTo(lineage.nodes().size());
  }

  @Test
  void readsEachNodeOnlyAFewTimesWhenDepthIsLimited() {
    LineageReader reader = CountingReader.of(SmallStore.of(ladder()), asked);
    Lineage lineage =
        new LineageEngine(reader)
            .collect(LineageQuery.builder().root(Root.object(2 * LAYERS + 1)).maxDepth(10).build());
    assertThat(lineage.nodes()).hasSize(1 + 4 * 10);
    assertThat(asked.get()).isEqualTo(lineage.nodes().size());
  }
}
