// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.benchmarks.peer.Peers;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.workload.TreeWorkload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares the systems on the tree data set. */
@Command(
    name = "tree",
    description = "The tree data set into Colophon and its peers: rate, size, lineage queries.")
public final class TreeScenario extends ComparisonScenario {
  private static final List<String> SWEEP_COLUMNS =
      Stream.of(
              List.of(SubjectRun.SYSTEM, SubjectRun.MEMORY, SubjectRun.WORKLOAD, SubjectRun.RATE),
              List.of("store B/op", "peak RSS MB", "opening ms"),
              SubjectRun.series(),
              List.of("warm query ms", "runs", Medians.INTERVALS))
          .flatMap(List::stream)
          .toList();

  private static final String PEER = Peers.BERKELEYDB.label();

  @Option(names = "--levels", description = "Levels of the tree.")
  private int levels = 5;

  @Option(names = "--blocks", description = "Blocks a copy.")
  private int blocks = TreeWorkload.DEFAULT_BLOCKS;

  @Option(names = "--at-once", description = "Copies that run at once.")
  private int atOnce = 1;

  @Option(names = "--systems", split = ",", description = "Which systems.")
  private List<String> systems = Subjects.names();

  @Option(names = "--max-heap", description = "Java heap.")
  private String maxHeap = HEAP;

  @Option(
      names = "--sweep",
      description = "Compare instead sizes of memory, and sizes of the log; without --at-once.")
  private boolean isSweep;

  @Option(
      names = "--memory",
      split = ",",
      description = "With --sweep: options of the RocksDB adapter, one for each run.")
  private List<String> memory =
      List.of(
          "memtable-bytes=1m",
          "memtable-bytes=4m",
          "memtable-bytes=16m",
          "buffer-operations=16384",
          "buffer-operations=524288");

  @Option(names = "--sweep-levels", split = ",", description = "With --sweep: levels of the tree.")
  private List<Integer> sweepLevels = List.of(3, 4, 5);

  @Override
  protected List<Experiment> experiments() {
    if (isSweep) {
      return List.of(memorySweep(), sizeSweep());
    }
    WorkloadSpec spec = WorkloadSpec.tree(levels, blocks, atOnce);
    String name = atOnce == 1 ? "tree" : "tree-interleaved";
    Experiment tree =
        Experiment.named(name).setting("workload", spec.text()).setting("maxHeap", maxHeap);
    return List.of(compared(tree, systems, List.of(spec), maxHeap, SubjectRun.SYSTEM));
  }

  /** Compares sizes of Colophon's memory component. */
  private Experiment memorySweep() {
    WorkloadSpec spec = WorkloadSpec.tree(levels, blocks, 1);
    List<Experiment.Run> runs = new ArrayList<>();
    memory.forEach(option -> runs.add(run(Subjects.COLOPHON_ALL, option, spec, maxHeap)));
    runs.add(run(PEER, "", spec, maxHeap));
    return sweep("tree-memory").alternating(runs);
  }

  /** Compares sizes of the log. */
  private Experiment sizeSweep() {
    Experiment sizes = sweep("tree-sizes");
    for (int level : sweepLevels) {
      WorkloadSpec spec = WorkloadSpec.tree(level, blocks, 1);
      sizes.alternating(
          List.of(
              run(Subjects.COLOPHON_ALL, "", spec, maxHeap),
              run(Subjects.COLOPHON_SUPPRESSED, "", spec, maxHeap),
              run(PEER, "", spec, maxHeap)));
    }
    return sizes;
  }

  private Experiment sweep(String name) {
    Experiment sweep = Experiment.named(name).setting("blocks", blocks).setting("maxHeap", maxHeap);
    return repeated(sweep).table(TreeScenario::sweepRows);
  }

  private static List<Figures> sweepRows(List<Figures> runs) {
    List<Figures> rows =
        Medians.rows(runs, SubjectRun.SYSTEM, SubjectRun.MEMORY, SubjectRun.WORKLOAD);
    rows.forEach(row -> row.keySet().removeIf(name -> !SWEEP_COLUMNS.contains(name)));
    return rows;
  }
}
