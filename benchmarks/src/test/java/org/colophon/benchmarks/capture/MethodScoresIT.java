// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the suite with every method. Needs the launcher, a kernel with BPF, FUSE and Valgrind. */
class MethodScoresIT {
  private static final List<String> TESTS = List.of("execl", "fcopy-4096", "syscall");

  @TempDir private Path directory;

  @Test
  void recordsOperationsOfEachTestWithEachMethod() throws Exception {
    Path launcher = Path.of("").toAbsolutePath().resolveSibling("colophon");
    Experiment experiment =
        new MethodScores(launcher, directory.toRealPath(), TESTS, 0.2, 1).experiment();
    List<Figures> runs = experiment.measure(line -> {});
    assertThat(runs).hasSize(5 * TESTS.size());
    assertThat(runs)
        .filteredOn(run -> !run.value(MethodScores.METHOD).equals(MethodScores.NONE))
        .allSatisfy(run -> assertThat(run.number(MethodScores.OPERATIONS)).isPositive());
    assertThat(MethodScores.scores(runs)).hasSize(5);
  }
}
