package org.colophon.benchmarks.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureBenchmarkTest {
  @TempDir Path directory;

  @Test
  void runsEveryTestAndComparesWithTheFirstTracer() {
    List<Tracer> tracers =
        List.of(new Tracer("untraced", List.of()), new Tracer("env", List.of("env")));
    CaptureBenchmark benchmark = new CaptureBenchmark(tracers, 0.05, directory, line -> {});
    List<Map<String, Object>> runs = benchmark.run(1);
    assertThat(runs).hasSize(2 * CallSuite.TESTS.size());
    List<Map<String, Object>> rows = benchmark.slowdowns(runs);
    assertThat(rows).hasSize(CallSuite.TESTS.size() + 1);
    assertThat(rows).allSatisfy(row -> assertThat((Double) row.get("env")).isPositive());
  }

  @Test
  void keepsTheReportersTextWhenOnlyTheOutputDiffers() {
    List<String> arguments =
        List.of("-f", "--seccomp-bpf", "-e", "trace=read", "-o", "/dev/shm/x", "--", "true");
    assertThat(StraceWords.words(arguments, "out"))
        .containsExactly("strace", "-f", "--seccomp-bpf", "-e", "trace=read", "-o", "out", "--");
  }

  @Test
  void computesTheGeometricMeanOfSlowdowns() {
    assertThat(org.colophon.benchmarks.result.Medians.geometricMean(2, 8))
        .isCloseTo(4, within(1e-9));
  }
}
