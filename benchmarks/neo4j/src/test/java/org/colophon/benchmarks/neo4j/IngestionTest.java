// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.neo4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.result.Figures;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestionTest {
  private static final long COPIES = 14;

  @TempDir Path directory;

  @Test
  void writesSameSmallTreeByEachIngestionMethod() throws Exception {
    List<Figures> runs = new Ingestion(new Stores(directory, 2, Map.of())).run(1);
    assertThat(runs)
        .extracting(run -> run.get(Measure.SUBJECT))
        .containsExactly(
            "bare writes", "adapter", "catch-up from the journal", "filling from RocksDB");
    assertThat(runs).allSatisfy(run -> assertThat((Double) run.get("operations/s")).isPositive());
  }

  @Test
  void rejectsAGraphWithMissingNodesOrRelationships() {
    GraphFacts facts = new GraphFacts(COPIES, COPIES + 1, 40, 70, 300, 952, 4096, 7);
    facts.requireReported(COPIES, new Sums(952, 4096));
    GraphFacts changed = new GraphFacts(COPIES, COPIES + 1, 40, 70, 300, 952, 4096, 8);
    assertThatThrownBy(() -> facts.requireSame("another", changed))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("another has");
    assertThatThrownBy(() -> facts.requireReported(COPIES, new Sums(951, 4096)))
        .hasFieldOrPropertyWithValue("code", ErrorCode.STORE_CORRUPT);
  }
}
