package org.colophon.benchmarks.neo4j;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.engine.LineageEngine;

/** Asks one history for lineage through each engine, RocksDB first. */
final class Askers {
  private final LineageReader rocksDb;
  private final LineageReader graph;
  private final Map<String, ToLongFunction<List<Long>>> ways = new LinkedHashMap<>();

  /**
   * @param kernel runs both adapters
   */
  Askers(Kernel kernel) {
    rocksDb = kernel.reader(Stores.ROCKSDB);
    graph = kernel.reader(Stores.NEO4J);
    CypherEngine cypher = (CypherEngine) graph;
    LineageEngine overRocksDb = new LineageEngine(rocksDb);
    LineageEngine overGraph = new LineageEngine(graph);
    ways.put("engine on RocksDB", objects -> Questions.count(overRocksDb, objects));
    ways.put("engine on the graph", objects -> Questions.count(overGraph, objects));
    ways.put("procedure, one statement", objects -> Questions.countAtOnce(cypher, objects));
    ways.put("procedure, one each", objects -> Questions.countOneByOne(cypher, objects));
  }

  /**
   * Returns functions from ids of objects to the number of nodes in their lineages, by the name of
   * the engine.
   */
  Map<String, ToLongFunction<List<Long>>> ways() {
    return ways;
  }

  /** Fails unless each engine gives the expected lineage of an object. */
  void check(long object, Set<String> lineage) {
    require(object, lineage, Questions.names(rocksDb, object));
    require(object, lineage, Questions.names(graph, object));
    require(object, lineage, Questions.namesInCypher((CypherEngine) graph, object));
  }

  private static void require(long object, Set<String> expected, Set<String> found) {
    if (!found.equals(expected)) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the lineage of object " + object + " is " + found + " instead of " + expected);
    }
  }

  /**
   * Returns the nanoseconds of a query in one engine. Fails unless it finds the expected number of
   * nodes.
   */
  static long nanos(ToLongFunction<List<Long>> way, List<Long> objects, long nodes) {
    long begin = System.nanoTime();
    long found = way.applyAsLong(objects);
    long nanos = System.nanoTime() - begin;
    if (found != nodes) {
      throw ErrorCode.STORE_CORRUPT.exception(found + " nodes found instead of " + nodes);
    }
    return nanos;
  }
}
