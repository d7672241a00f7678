// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.neo4j;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code ./colophon bench neo4j}. It runs every phase in a separate Java process, and
 * writes a result file for each.
 */
@Command(
    name = "colophon bench neo4j",
    description = "The Neo4j adapter on the tree: ingestion, reporters beside it, lineage, memory.")
public final class Main extends Scenario {
  @Option(names = "--levels", description = "Levels of the tree.")
  private int levels = 5;

  @Option(names = "--rounds", description = "Measured rounds.")
  private int rounds = 3;

  @Option(names = "--phases", split = ",", description = "Which phases.")
  private List<Measure> phases = List.of(Measure.values());

  @Option(names = "--max-heap", description = "Java heap.")
  private String maxHeap = "1g";

  @Option(names = "--memory-heaps", split = ",", description = "Java heaps of the memory phase.")
  private List<String> memoryHeaps = List.of("256m", "512m");

  @Option(names = "--neo4j-option", description = "An option of the adapter, NAME=VALUE.")
  private Map<String, String> adapterOptions = new LinkedHashMap<>();

  /** Runs the benchmark. Exits with 0, with 2 for wrong usage, or with 3 after an error. */
  public static void main(String[] arguments) {
    System.exit(org.colophon.benchmarks.Main.execute(new Main(), arguments));
  }

  @Override
  protected List<Experiment> experiments() {
    return phases.stream().map(this::experiment).toList();
  }

  private Experiment experiment(Measure phase) {
    List<String> heaps = phase == Measure.MEMORY ? memoryHeaps : List.of(maxHeap);
    Experiment experiment =
        Experiment.named(phase.resultName())
            .setting("levels", levels)
            .setting("maxHeap", String.join(" and ", heaps))
            .setting("options", adapterOptions)
            .table(runs -> phase.compared(Medians.rows(runs, Measure.SUBJECT)));
    heaps.forEach(heap -> experiment.subject(round -> runs(phase, heap)));
    return experiment;
  }

  /** Runs a phase in a separate Java process. Returns its runs. */
  private List<Figures> runs(Measure phase, String heap) {
    List<String> arguments =
        new ArrayList<>(List.of(phase.name(), "" + levels, "" + rounds, directory().toString()));
    adapterOptions.forEach((name, value) -> arguments.add(name + "=" + value));
    List<Figures> runs = new ArrayList<>();
    Figures figures = new ChildProcess(heap).run(Measure.class, arguments.toArray(String[]::new));
    for (Object each : (List<?>) Objects.requireNonNull(figures.get(Measure.RUNS))) {
      Figures run = new Figures();
      ((Map<?, ?>) each).forEach((name, value) -> run.put((String) name, value));
      runs.add(run);
    }
    return runs;
  }
}
