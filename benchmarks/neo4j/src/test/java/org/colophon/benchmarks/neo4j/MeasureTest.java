package org.colophon.benchmarks.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasureTest {
  @TempDir Path directory;

  @Test
  void shouldCompareEachRowWithTheFirstWhenAMeasureHasARival() {
    List<Map<String, Object>> rows =
        List.of(
            Map.of(Measure.SUBJECT, "bare writes", "operations/s", 200.0),
            Map.of(Measure.SUBJECT, "adapter", "operations/s", 150.0));
    assertThat(Measure.INGESTION.compared(rows))
        .extracting(row -> row.get("of bare writes"))
        .containsExactly(1.0, 0.75);
  }

  @Test
  void shouldFindEveryNodeOfTheLadderWhenItIsAskedInAnyWay() {
    List<Map<String, Object>> runs =
        Measure.LADDER.run(new Stores(directory, 2, Map.of()), 1, line -> {});
    assertThat(runs).hasSize(4).allSatisfy(run -> assertThat(run).containsEntry("nodes", 120));
  }
}
