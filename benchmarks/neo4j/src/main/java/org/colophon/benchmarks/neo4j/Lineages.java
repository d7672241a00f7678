// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.neo4j;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.scenario.Experiment;
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

  private Lineages() {}

  static List<Figures> run(Stores stores, int rounds) throws Exception {
    Path store = stores.restingCopy();
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
      Map<String, ToLongFunction<List<Long>>> ways = engines(rocksDb, graph);
      return Experiment.named("lineages")
          .rounds(rounds, 1)
          .subject(round -> passes(ways, targets, round < 0 ? WARM_UP_PASSES : PASSES))
          .measure(System.err::println);
    } finally {
      Directories.delete(store);
    }
  }

  /**
   * Returns the engines by name, RocksDB first. Each is a function from object ids to the number of
   * nodes in the objects' lineages.
   */
  private static Map<String, ToLongFunction<List<Long>>> engines(
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
  private static List<Figures> passes(
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
    List<Figures> rows = new ArrayList<>();
    times.forEach(
        (name, nanos) ->
            rows.add(
                Figures.of(Measure.SUBJECT, name)
                    .and("us a lineage", Medians.of(nanos) / 1e3 / LEAVES)
                    .and("nodes a lineage", (double) nodes / LEAVES)));
    return rows;
  }
}
