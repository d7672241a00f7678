// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CaptureScenarioTest {
  @TempDir Path directory;

  @Test
  void runsEveryTestAndComparesWithTheFirstTracer() throws Exception {
    List<Tracer> tracers =
        List.of(new Tracer("untraced", List.of()), new Tracer("env", List.of("env")));
    CaptureScenario scenario =
        CommandLine.populateCommand(new CaptureScenario(), "--seconds=0.05", "--rounds=1");
    scenario.prepare(directory);
    List<Figures> runs = scenario.experiment(tracers).measure(line -> {});
    assertThat(runs).hasSize(2 * CallSuite.TESTS.size());
    List<Figures> rows = CaptureScenario.slowdowns(tracers, runs);
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
  void runsCommandWithEmptyHooksAttached() throws IOException {
    try (KernelProgram program = KernelProgram.load(4096, false)) {
      program.detach();
    } catch (ColophonException e) {
      assumeTrue(
          e.code() != ErrorCode.TOOL_MISSING && e.code() != ErrorCode.NOT_PERMITTED, e::toString);
      throw e;
    }
    List<String> command = new ArrayList<>(Tracer.emptyHooks(directory));
    command.addAll(List.of("echo", "done"));
    assertThat(Programs.run(command, Map.of())).isEqualTo("done\n");
  }
}
