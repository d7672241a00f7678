package org.colophon.benchmarks.pipeline;

import java.nio.file.Path;
import java.util.List;
import org.colophon.benchmarks.workload.Target;
import org.colophon.benchmarks.workload.TreeWorkload;

/** A store that holds a tree, asked for leaf after leaf. One thread. */
public final class LoadedTree implements AutoCloseable {
  private final QueryRun queries;
  private final List<Target> targets;
  private final Probe probe;
  private int next;

  private LoadedTree(QueryRun queries, List<Target> targets, Probe probe) {
    this.targets = targets;
    this.queries = queries;
    this.probe = probe;
  }

  /** Loads a tree into a directory and opens it. */
  public static LoadedTree load(String system, int levels, Path directory) {
    TreeWorkload workload = TreeWorkload.ofLevels(levels);
    Subject subject = Subjects.of(system);
    subject.load(directory, workload);
    List<Target> targets = workload.targets(50);
    QueryRun queries = new QueryRun(targets, subject.isKeepingAll());
    return new LoadedTree(queries, targets, subject.open(directory));
  }

  /** Asks for the lineage of the next leaf and checks it; returns the nanoseconds of the query. */
  public long askNext() {
    next = (next + 1) % targets.size();
    return queries.ask(probe, targets.get(next));
  }

  @Override
  public void close() {
    probe.close();
  }
}
