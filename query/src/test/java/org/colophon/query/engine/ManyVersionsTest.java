// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import org.colophon.query.SmallStore;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that a lineage over a file with many versions takes time linear in the number of facts.
 */
final class ManyVersionsTest {
  private static final int VERSIONS = 300;
  private static final long REPORT = VERSIONS + 1;

  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private final RowCounter counter = new RowCounter();

  /**
   * Records processes that each read their own file and the shared file, and overwrite the shared
   * file.
   */
  private LineageQuery.Builder rewrite() {
    LineageQuery.Builder query = LineageQuery.builder();
    history.file(REPORT, "/report");
    for (int i = 1; i <= VERSIONS; i++) {
      history.file(i, "/in/" + i).process(i, "/bin/report").access(READ, i, i, 1);
      history.access(READ, i, REPORT, 1).cut(i, REPORT).access(WRITE, i, REPORT, 1);
      history.rename(i, "/report", "/report." + i).bind(i, REPORT, "/report").exit(i, 0);
      query.root(Root.object(REPORT, history.lastLsn()));
    }
    return query;
  }

  @ParameterizedTest
  @EnumSource(Direction.class)
  void readsVersionIndependentRecordsOnce(Direction direction) {
    LineageQuery query = rewrite().direction(direction).build();
    var reader = counter.of(SmallStore.of(history));
    Lineage lineage = new LineageEngine(reader).collect(query);
    assertThat(lineage.nodes().stream().filter(node -> node.id() == REPORT && !node.isProcess()))
        .hasSizeGreaterThanOrEqualTo(VERSIONS);
    assertThat(counter.rows()).isBetween(2L * VERSIONS, 20L * VERSIONS);
  }
}
