// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.testing.powercut.RecordedWork;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Counts the promises of a mount that a power cut breaks. Each round performs new work in a mount
 * and checks many states of the disk. The number of a round is the seed, so that a later run
 * continues with new states.
 */
@Command(
    name = "power-cut",
    description = {
      "States of a disk whose power was cut under a recorded mount: what was promised and is missing.",
      "Needs root, Python and the tools of ext4."
    })
public final class PowerCutScenario extends Scenario {
  private static final String ORDERING = "ordering";
  private static final String STATES = "states";
  private static final String KEPT = "states as promised";
  private static final String SECONDS = "s";

  @Option(names = "--rounds", description = "Rounds.")
  private int rounds = 10;

  @Option(names = "--from", description = "Number of the first round, to continue an earlier run.")
  private int from = 0;

  @Option(names = "--states", description = "States of each round and ordering.")
  private int states = 100;

  @Option(names = "--operations", description = "Operations on files in each round.")
  private int operations = 60;

  @Option(names = "--orderings", split = ",", description = "Orderings of the mount.")
  private List<String> orderings = List.of("async", "ordered", "strict");

  @Option(names = "--lower", description = "Parent of the disk images, on a quick file system.")
  private Path parent = Path.of("/dev/shm");

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("power-cut")
            .setting("rounds", rounds)
            .setting("from", from)
            .setting(STATES, states)
            .setting("operations", operations)
            .rounds(rounds, 0)
            .alternating(
                orderings.stream()
                    .<Experiment.Run>map(ordering -> round -> measure(ordering, from + round))
                    .toList())
            .table(PowerCutScenario::sums));
  }

  private List<Figures> measure(String ordering, int round) throws IOException {
    Path directory = Files.createTempDirectory(parent, "colophon-power-cut").toRealPath();
    try {
      long begun = System.nanoTime();
      RecordedWork work = RecordedWork.perform(directory, ordering, operations, round);
      int kept = 0;
      for (int state = 0; state < states; state++) {
        List<String> found = work.check(ordering, (long) round * states + state);
        found.forEach(each -> System.out.println("round " + round + ": " + each));
        kept += found.isEmpty() ? 1 : 0;
      }
      return Figures.of(ORDERING, ordering)
          .and(STATES, states)
          .and(KEPT, kept)
          .and(SECONDS, (System.nanoTime() - begun) / 1e9)
          .row();
    } finally {
      Directories.delete(directory);
    }
  }

  /** Returns the sums of all rounds for each ordering. */
  static List<Figures> sums(List<Figures> runs) {
    Map<Object, Figures> sums = new LinkedHashMap<>();
    for (Figures run : runs) {
      Figures sum =
          sums.computeIfAbsent(run.value(ORDERING), ordering -> Figures.of(ORDERING, ordering));
      for (String column : List.of(STATES, KEPT, SECONDS)) {
        double before = sum.containsKey(column) ? sum.number(column) : 0;
        sum.put(column, before + run.number(column));
      }
    }
    return new ArrayList<>(sums.values());
  }
}
