package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ReporterContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real commands under the real strace. */
class StraceReporterIT {
  private static final String PUZZLE =
      "cat a>f; cat f>x; cat b>f; cat f>y; cat c>>f; cat f>z; cp a tmp; mv tmp f; cat f>w; rm f;"
          + " cat b>f; cat f>v; sort a | tr a-z A-Z > p";

  @TempDir Path folder;

  private final RecordingSink sink = new RecordingSink();

  @BeforeEach
  void makeInputs() throws IOException {
    folder = folder.toRealPath();
    for (String name : List.of("a", "b", "c")) {
      Files.writeString(folder.resolve(name), name + name + "\n");
    }
  }

  private int run(String script) {
    StraceReporter reporter =
        StraceReporter.builder()
            .command(List.of("sh", "-c", "cd '" + folder + "' || exit 99; " + script))
            .build();
    reporter.run(context());
    return reporter.exitStatus();
  }

  private ReporterContext context() {
    return new ReporterContext() {
      @Override
      public OperationSink newSink() {
        return sink;
      }

      @Override
      public String hostId() {
        return "host";
      }

      @Override
      public String bootId() {
        return "boot";
      }
    };
  }

  private Set<String> ancestors(String name) {
    return new DataLineage(sink)
        .ancestors(folder + "/" + name, folder.toString(), List.of("a", "b", "c"));
  }

  @Test
  void shouldSolveTheVersionPuzzle() {
    assertThat(run(PUZZLE)).isZero();
    assertThat(ancestors("x")).containsExactlyInAnyOrder("a");
    assertThat(ancestors("y")).containsExactlyInAnyOrder("b");
    assertThat(ancestors("z")).containsExactlyInAnyOrder("b", "c");
    assertThat(ancestors("w")).containsExactlyInAnyOrder("a");
    assertThat(ancestors("v")).containsExactlyInAnyOrder("b");
    assertThat(ancestors("p")).containsExactlyInAnyOrder("a");
    assertThat(sink.refused).isEmpty();
    assertThat(sink.gaps).isEmpty();
  }

  @Test
  void shouldPassTheExitStatusOn() {
    assertThat(run("exit 7")).isEqualTo(7);
    assertThat(run("kill -9 $$")).isEqualTo(128 + 9);
  }
}
