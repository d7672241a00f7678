package org.colophon.benchmarks.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.Programs;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
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
  void returnsTheReportersArgumentsWithAnotherOutputFile() {
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

  @Test
  void runsCommandWithEmptyHooksAttached() {
    try (KernelProgram program = KernelProgram.load(4096)) {
      program.detach();
    } catch (ColophonException e) {
      assumeTrue(
          e.code() != ErrorCode.TOOL_MISSING && e.code() != ErrorCode.NOT_PERMITTED, e::toString);
      throw e;
    }
    List<String> command = new ArrayList<>(EmptyHooks.compile(directory));
    command.addAll(List.of("echo", "done"));
    assertThat(Programs.run(command, Map.of())).isEqualTo("done\n");
  }
}
