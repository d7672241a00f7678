// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.colophon.benchmarks.result.Figures;
import org.junit.jupiter.api.Test;

class MeasureTest {
  @Test
  void comparesEachRowWithTheFirst() {
    List<Figures> rows =
        List.of(
            Figures.of(Measure.SUBJECT, "bare writes").and("operations/s", 200.0),
            Figures.of(Measure.SUBJECT, "adapter").and("operations/s", 150.0));
    assertThat(Measure.INGESTION.compared(rows))
        .extracting(row -> row.get("of bare writes"))
        .containsExactly(1.0, 0.75);
  }
}
