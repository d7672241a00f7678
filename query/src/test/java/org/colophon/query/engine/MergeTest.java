// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.SmallStore;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.report.LineageMerge;
import org.colophon.query.report.LineageMerge.Change;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

final class MergeTest {
  /** A pipe is named by the process that made it, so its name differs in each run. */
  @Test
  void matchesPipesOfTwoRunsByTheirPrograms() {
    RecordBatchBuilder history =
        new RecordBatchBuilder().file(1, "/in").file(2, "/a").file(3, "/b");
    pipeline(history, 10, 2);
    pipeline(history, 20, 3);

    LineageMerge merge =
        new LineageEngine(SmallStore.of(history))
            .merge(query(2), Bytes.EMPTY, query(3), Bytes.EMPTY, false);

    assertThat(merge.nodes())
        .extracting(LineageMerge.Node::change)
        .doesNotContain(Change.LEFT, Change.RIGHT);
  }

  private static void pipeline(RecordBatchBuilder history, int first, int output) {
    Bytes name = Bytes.of("pipe:[" + first + ".1]");
    history
        .process(first, "/bin/sort")
        .process(first + 1, "/bin/uniq")
        .object(first, new ObjectDeclaration(ObjectKind.PIPE, Bytes.of("p" + first), name))
        .access(READ, first, 1, 5)
        .access(WRITE, first, first, 5)
        .access(READ, first + 1, first, 5)
        .access(WRITE, first + 1, output, 5);
  }

  private static LineageQuery query(long object) {
    return LineageQuery.builder().root(Root.object(object)).build();
  }
}
