package org.colophon.benchmarks.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetentionRunTest {
  @TempDir private Path directory;

  @Test
  void shouldKeepMoreWhenResultsAreKept() {
    RetentionRun run = new RetentionRun(directory, 2000);
    Map<String, Object> byAge = run.measure(RetentionRun.Variant.AGE);
    Map<String, Object> byReach = run.measure(RetentionRun.Variant.REACHABILITY);
    assertThat(byReach.get("facts")).isEqualTo(byAge.get("facts"));
    assertThat((long) byReach.get("facts left")).isGreaterThan((long) byAge.get("facts left"));
    assertThat(directory).isEmptyDirectory();
  }
}
