// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Kernels;
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
  void scoresMethodsAgainstRunsWithoutCapture() {
    List<Figures> runs = new ArrayList<>();
    for (String test : List.of("a", "b")) {
      runs.add(run(MethodScores.NONE, test, 100, 0));
      runs.add(run("slow", test, test.equals("a") ? 50 : 12.5, 7));
    }
    List<Figures> scores = MethodScores.scores(runs);
    assertThat(scores).extracting(row -> row.get("score")).containsExactly(1.0, 0.25);
    assertThat(scores.get(1)).containsEntry("operations", 14.0).containsEntry("b", 8.0);
  }

  private static Figures run(String method, String test, double rate, long operations) {
    return Figures.of(MethodScores.METHOD, method)
        .and(MethodScores.TEST, test)
        .and(MethodScores.RATE, rate)
        .and(MethodScores.OPERATIONS, operations);
  }

  @Test
  void rejectsStoreWithoutOperations() {
    Kernels.open(directory.resolve("store")).close();
    assertThatThrownBy(() -> MethodScores.operations(directory.resolve("store")))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("nothing was recorded");
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
