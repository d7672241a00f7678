package org.colophon.benchmarks.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasureTest {
  @Test
  void comparesEachRowWithTheFirst() {
    List<Map<String, Object>> rows =
        List.of(
            Map.of(Measure.SUBJECT, "bare writes", "operations/s", 200.0),
            Map.of(Measure.SUBJECT, "adapter", "operations/s", 150.0));
    assertThat(Measure.INGESTION.compared(rows))
        .extracting(row -> row.get("of bare writes"))
        .containsExactly(1.0, 0.75);
  }
}
