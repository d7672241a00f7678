// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.colophon.core.model.OperationKind.WRITE;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.search.LineageSearch;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/** Collects the lineage of a process that wrote a thousand files, in little memory. */
class CollectorTest {
  private static final int FILES = 1000;
  private static final int BYTES = 100_000;

  private final LineageReader reader = writes();

  private static LineageReader writes() {
    RecordBatchBuilder history = new RecordBatchBuilder().process(1, "/bin/p");
    for (int file = 1; file <= FILES; file++) {
      history.file(file, "/w/" + file).access(WRITE, 1, file, 8);
    }
    return SmallStore.of(history);
  }

  private int collect(int limit) {
    LineageQuery query =
        LineageQuery.builder()
            .root(Root.process(1))
            .direction(Direction.DESCENDANTS)
            .maxNodes(limit)
            .build();
    return new Collector(reader, query, BYTES).collect(new LineageSearch(reader)).nodes().size();
  }

  @Test
  void refusesLineageBeyondItsMemoryAndNamesLimitThatFits() {
    assertThatThrownBy(() -> collect(FILES))
        .isInstanceOfSatisfying(
            ColophonException.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(ErrorCode.LIMIT_REACHED);
              int limit =
                  Integer.parseInt(
                      refusal.getMessage().replaceFirst("(?s).*--limit (\\d+).*", "$1"));
              assertThat(collect(limit)).isEqualTo(limit);
            });
  }
}
