// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.colophon.cli.command.KernelEvents;
import org.colophon.cli.identity.Finding.Kind;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the origins and digests of files with the truth, in random scripts of recorded and
 * unrecorded renames, links, copies, replacements, restores and moves between file systems. The
 * property {@code test.seed} repeats a run. Of the origins that can be known, 99 % must be found; a
 * small sample may have some less.
 *
 * <p>The clock of this machine is not changed. Steps of the clock appear as times of modification
 * in the past and future. A step between two traces, which would change times of birth and of the
 * change of status, needs a machine of its own.
 */
class FileScenariosIT {
  private static final int BATCH = 500;
  private static final int SHOWN = 5;

  /** Files are on the disk, because memory file systems never reuse inode numbers. */
  static final class OnDisk implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
        throws IOException {
      return Files.createTempDirectory(Path.of("target").toRealPath(), "scenarios");
    }
  }

  /** The second file system. */
  static final class InMemory implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
        throws IOException {
      return Files.createTempDirectory(Path.of("/dev/shm"), "scenarios");
    }
  }

  @TempDir(factory = OnDisk.class)
  private Path disk;

  @TempDir(factory = InMemory.class)
  private Path memory;

  /** Tries 10,000 cases of kernel events and 2,000 of strace at the effort of a release. */
  @ParameterizedTest
  @CsvSource({"ebpf, 334", "strace, 67"})
  void answersAgreeWithTruthOfRandomScripts(String source, int cases) throws Exception {
    judge(source, findings(source, Effort.times(cases)));
  }

  private List<Finding> findings(String source, int cases)
      throws IOException, InterruptedException {
    KernelEvents.assumeFor(source, disk);
    long seed = Long.getLong("test.seed", new Random().nextLong());
    System.out.println(source + ": repeat with -Dtest.seed=" + seed);
    List<Finding> findings = new ArrayList<>();
    for (int first = 0; first < cases; first += BATCH) {
      List<Scenario> scenarios =
          IntStream.range(first, Math.min(cases, first + BATCH))
              .mapToObj(number -> new Scenario(seed + number, number))
              .toList();
      Path directory = Files.createDirectories(disk.resolve("batch" + first));
      findings.addAll(new ScenarioBatch(directory, memory, source).run(scenarios));
    }
    return findings;
  }

  private static void judge(String source, List<Finding> findings) {
    Map<Kind, Long> counts =
        findings.stream()
            .collect(
                Collectors.groupingBy(
                    Finding::kind, () -> new EnumMap<>(Kind.class), Collectors.counting()));
    String summary = "%s: %s%n%s".formatted(source, counts, shown(findings));
    System.out.println(summary);
    assertThat(findings.stream().filter(each -> each.kind().isWrong()).count())
        .as(summary)
        .isZero();
    long found = counts.getOrDefault(Kind.FOUND, 0L);
    long missed =
        counts.getOrDefault(Kind.MISSED, 0L) + counts.getOrDefault(Kind.KNOWN_BY_NAME, 0L);
    assertThat(100.0 * found / (found + missed)).as(summary).isGreaterThanOrEqualTo(minPercent());
  }

  private static int minPercent() {
    return Effort.level() == 1 ? 97 : 99;
  }

  /** Returns the shortest cases of each kind that is not as it should be. */
  private static String shown(List<Finding> findings) {
    return IntStream.range(Kind.MISSED.ordinal(), Kind.values().length)
        .mapToObj(i -> Kind.values()[i])
        .flatMap(
            kind ->
                findings.stream()
                    .filter(each -> each.kind() == kind)
                    .sorted(Comparator.comparingInt(each -> each.scenario().length()))
                    .filter(distinct())
                    .limit(SHOWN))
        .map(each -> each.kind() + " " + each.text() + "\n" + each.scenario())
        .collect(Collectors.joining("\n"));
  }

  /** Returns a filter that passes one finding of each case. */
  private static Predicate<Finding> distinct() {
    Set<Scenario> seen = new HashSet<>();
    return each -> seen.add(each.scenario());
  }
}
