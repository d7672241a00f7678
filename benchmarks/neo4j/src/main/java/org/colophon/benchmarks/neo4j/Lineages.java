package org.colophon.benchmarks.neo4j;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.workload.Target;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.engine.LineageEngine;
import org.colophon.storage.neo4j.Neo4jStorageAdapterFactory;

/**
 * Measures queries for the data lineage of 50 random leaves, after a warm-up, hundreds of times in
 * each round. The engines alternate. Before the measurement, every answer is compared with the
 * workload's facts, node by node.
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
      LineageReader rocksDb = kernel.reader(Stores.ROCKSDB);
      LineageReader graph = kernel.reader(Stores.NEO4J);
      List<Target> targets = stores.workload().targets(LEAVES);
      for (Target target : targets) {
        require(target, Questions.names(rocksDb, target.object()));
        require(target, Questions.names(graph, target.object()));
        require(target, Questions.namesInCypher((CypherEngine) graph, target.object()));
      }
      Map<String, ToLongFunction<List<Long>>> ways = ways(rocksDb, graph);
      passes(ways, targets, WARM_UP_PASSES);
      for (int round = 0; round < rounds; round++) {
        runs.addAll(passes(ways, targets, PASSES));
      }
    }
    runs.forEach(run -> progress.accept("  " + run));
    Directories.delete(store);
    return runs;
  }

  /**
   * Returns the engines by name, RocksDB first. Each is a function from object ids to the number of
   * nodes in the objects' lineages.
   */
  private static Map<String, ToLongFunction<List<Long>>> ways(
      LineageReader rocksDb, LineageReader graph) {
    CypherEngine cypher = (CypherEngine) graph;
    LineageEngine overRocksDb = new LineageEngine(rocksDb);
    LineageEngine overGraph = new LineageEngine(graph);
    Map<String, ToLongFunction<List<Long>>> ways = new LinkedHashMap<>();
    ways.put("engine on RocksDB", objects -> Questions.count(overRocksDb, objects));
    ways.put("engine on the graph", objects -> Questions.count(overGraph, objects));
    ways.put("procedure, one statement", objects -> Questions.countAtOnce(cypher, objects));
    ways.put("procedure, one each", objects -> Questions.countOneByOne(cypher, objects));
    return ways;
  }

  private static void require(Target target, Set<String> found) {
    if (!found.equals(lineage(target))) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the lineage of " + target + " is " + found + " instead of " + lineage(target));
    }
  }

  private static Set<String> lineage(Target target) {
    Set<String> names = new TreeSet<>();
    names.add("Object" + target.object());
    target.objects().forEach(id -> names.add("Object" + id));
    target.processes().forEach(id -> names.add("Process" + id));
    return names;
  }

  /** Returns a row for each engine, with the median of several passes over all leaves. */
  private static List<Map<String, Object>> passes(
      Map<String, ToLongFunction<List<Long>>> ways, List<Target> targets, int passes) {
    List<Long> ids = targets.stream().map(Target::object).toList();
    long nodes = targets.stream().mapToLong(target -> lineage(target).size()).sum();
    Map<String, double[]> times = new LinkedHashMap<>();
    for (int pass = 0; pass < passes; pass++) {
      for (Map.Entry<String, ToLongFunction<List<Long>>> way : ways.entrySet()) {
        long begin = System.nanoTime();
        long found = way.getValue().applyAsLong(ids);
        long nanos = System.nanoTime() - begin;
        if (found != nodes) {
          throw ErrorCode.STORE_CORRUPT.exception(found + " nodes found instead of " + nodes);
        }
        times.computeIfAbsent(way.getKey(), name -> new double[passes])[pass] = nanos;
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
