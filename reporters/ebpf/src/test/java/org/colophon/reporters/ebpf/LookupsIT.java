// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.reporters.strace.StraceReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that both sources record listings and absent files as inputs, but only on request. */
class LookupsIT {
  @TempDir Path directory;

  /** Returns the inputs of a file that a script writes, as paths in the script's directory. */
  private Set<String> inputs(String source, boolean hasLookups, String script, String file)
      throws IOException {
    if (source.equals("ebpf")) {
      KernelEvents.assume();
    }
    Path place = Files.createDirectory(directory.toRealPath().resolve(source + hasLookups));
    Files.writeString(place.resolve("a"), "a\n");
    Files.writeString(Files.createDirectory(place.resolve("d")).resolve("f"), "f\n");
    List<String> command = List.of("sh", "-c", "cd '" + place + "' || exit 99; " + script);
    FlowSink sink = new FlowSink();
    ReplayReporter reporter =
        source.equals("strace")
            ? new StraceReporter.Builder().command(command).recordLookups(hasLookups).build()
            : EbpfReporter.command(command, EbpfOptions.DEFAULT.recordingLookups(hasLookups));
    reporter.run(sink.context());
    assertThat(reporter.exitStatus()).isZero();
    assertThat(sink.refused).isEmpty();
    assertThat(sink.gaps).isEmpty();
    String written = place.resolve(file).toString();
    Set<String> found = new TreeSet<>(sink.sources(written, place + "/"));
    sink.sources(written, "absent://" + place + "/").forEach(each -> found.add("no " + each));
    return found;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '%',
      value = {
        "ls d > x % x % d",
        "python3 -c 'import os; print(os.listdir(\"d\"))' > x % x % d",
        "cat missing a > x 2> e || true % x % a, no missing",
        "cat f a > x 2> e; echo b > f; cat f > y % x % a, no f",
        "cat f a > x 2> e; echo b > f; cat f > y % y % f",
        "rm a; cat a d/f > x 2> e || true % x % d/f, no a",
      })
  void recordsListingsAndAbsentFiles(String script, String file, String expected)
      throws IOException {
    for (String source : List.of("strace", "ebpf")) {
      assertThat(inputs(source, true, script, file))
          .as(source)
          .containsExactly(expected.split(", "));
      assertThat(inputs(source, false, script, file))
          .as(source)
          .doesNotContain("d")
          .noneMatch(each -> each.startsWith("no "));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"strace", "ebpf"})
  void recordsIncludeDirectoriesWithoutHeader(String source) throws IOException {
    assumeThat(Files.isExecutable(Path.of("/usr/bin/gcc"))).as("gcc is not installed").isTrue();
    String script =
        "mkdir i; echo 'int v;' > i/h.h; echo '#include <h.h>' > m.c; gcc -Id -Ii -c m.c -o m.o";
    assertThat(inputs(source, true, script, "m.o")).contains("m.c", "i/h.h", "no d/h.h");
  }
}
