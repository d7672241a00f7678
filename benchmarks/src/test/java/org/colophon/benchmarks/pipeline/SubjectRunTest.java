// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.colophon.benchmarks.peer.Probe;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.workload.Target;
import org.colophon.benchmarks.workload.TreeWorkload;
import org.colophon.core.error.ColophonException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubjectRunTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "colophon, tree:3:32:1",
    "colophon-suppressed, tree:3:32:8",
    "lmdb, tree:3:32:1",
    "colophon, zipf:2000",
    "colophon-suppressed, zipf:2000",
    "sqlite, zipf:2000"
  })
  void reportsFiguresOfCorrectAnswers(String system, String workload) {
    Figures figures = new SubjectRun(system, new WorkloadSpec(workload), directory, 0, "").run();
    assertThat(figures)
        .containsKeys("operations/s", "store B/op", "cold query ms", "warm query ms")
        .containsEntry(SubjectRun.SYSTEM, system);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void throwsExceptionWhenAnAnswerIsWrong() {
    TreeWorkload workload = TreeWorkload.ofLevels(3);
    List<Target> targets = new TreeWorkload(4, 32, 1).targets(1);
    Subject subject = Subjects.of(Subjects.COLOPHON_ALL, "");
    subject.load(directory, workload);
    try (Probe probe = subject.open(directory)) {
      assertThatThrownBy(() -> new QueryRun(targets, true).millis(probe))
          .isInstanceOf(ColophonException.class)
          .hasMessageContaining("wrong lineage");
    }
  }

  @Test
  void passesOptionOfMemoryToAdapter() {
    WorkloadSpec spec = new WorkloadSpec("tree:2:2:1");
    SubjectRun run =
        new SubjectRun(Subjects.COLOPHON_ALL, spec, directory, 0, "buffer-operations=0");
    assertThatThrownBy(run::run)
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("buffer-operations");
  }

  @Test
  void reportsTheKnownWorkloadsWhenOneIsUnknown() {
    assertThatThrownBy(() -> new WorkloadSpec("tree:x").create())
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("tree:LEVELS:BLOCKS:AT_ONCE");
  }
}
