package org.colophon.benchmarks.neo4j;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.workload.Target;
import org.colophon.core.kernel.Kernel;
import org.colophon.storage.neo4j.Neo4jStorageAdapterFactory;

/**
 * Measures queries for the data lineage of 50 random leaves, warm, hundreds of times in each round.
 * The engines alternate. Before that, every answer is compared, node by node, with the workload's
 * facts.
 */
final class Lineages {
  private static final int LEAVES = 50;
  private static final int WARM_UP_PASSES = 400;
  private static final int PASSES = 200;

  private final Stores stores;
  private final Consumer<String> progress;

  Lineages(Stores stores, Consumer<String> progress) {
    this.stores = stores;
    this.progress = progress;
  }

  List<Map<String, Object>> run(int rounds) {
    Path store = stores.resting();
    List<Map<String, Object>> runs = new ArrayList<>();
    try (Kernel kernel = Kernel.open(stores.both(store, new Neo4jStorageAdapterFactory(), 1))) {
      kernel.drain();
      Askers askers = new Askers(kernel);
      List<Target> targets = stores.workload().targets(LEAVES);
      targets.forEach(target -> askers.check(target.object(), lineage(target)));
      passes(askers, targets, WARM_UP_PASSES);
      for (int round = 0; round < rounds; round++) {
        runs.addAll(passes(askers, targets, PASSES));
      }
    }
    runs.forEach(run -> progress.accept("  " + run));
    Directories.delete(store);
    return runs;
  }

  private static Set<String> lineage(Target target) {
    Set<String> names = new TreeSet<>();
    names.add("Object" + target.object());
    target.objects().forEach(id -> names.add("Object" + id));
    target.processes().forEach(id -> names.add("Process" + id));
    return names;
  }

  /** Returns a row for each engine: the median of several passes over all leaves. */
  private static List<Map<String, Object>> passes(Askers askers, List<Target> targets, int passes) {
    List<Long> ids = targets.stream().map(Target::object).toList();
    long nodes = targets.stream().mapToLong(target -> lineage(target).size()).sum();
    Map<String, double[]> times = new LinkedHashMap<>();
    askers.ways().keySet().forEach(name -> times.put(name, new double[passes]));
    for (int pass = 0; pass < passes; pass++) {
      for (String name : askers.ways().keySet()) {
        times.get(name)[pass] = Askers.nanos(askers.ways().get(name), ids, nodes);
      }
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    times.forEach((name, all) -> rows.add(row(name, Medians.of(all), nodes)));
    return rows;
  }

  private static Map<String, Object> row(String name, double nanos, long nodes) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(Measure.SUBJECT, name);
    row.put("us a lineage", nanos / 1e3 / LEAVES);
    row.put("nodes a lineage", (double) nodes / LEAVES);
    return row;
  }
}
