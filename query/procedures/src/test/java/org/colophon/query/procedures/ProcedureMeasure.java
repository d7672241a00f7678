// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import static org.colophon.core.model.LinkKind.FORK;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.storage.neo4j.Neo4jStorageAdapterFactory;
import org.colophon.storage.rocksdb.RocksDbStorageAdapterFactory;
import org.colophon.testing.contract.RecordBatchBuilder;

/**
 * Times the ancestors of 50 leaves of the tree workload, warm: the engine over RocksDB, the engine
 * over the graph, and the procedure, in microseconds a leaf, alternating; not a test. Argument:
 * levels. Run from the module's directory after {@code mvn -pl query/procedures -am test-compile}
 * in the root directory:
 *
 * <pre>
 * java -Xmx4g -cp target/test-classes:target/classes:... org.colophon.query.procedures.ProcedureMeasure 5
 * </pre>
 */
final class ProcedureMeasure {
  private static final int ARITY = 14;
  private static final int LEAVES = 50;
  private static final int ROUNDS = 300;
  private static final int COPIES_A_BATCH = 500;

  private ProcedureMeasure() {}

  public static void main(String[] args) throws IOException {
    int files = files(Integer.parseInt(args[0]));
    Path directory = Files.createTempDirectory("procedure-measure");
    StorageAdapter rocks = fill(new RocksDbStorageAdapterFactory(), directory.resolve("r"), files);
    StorageAdapter graph = fill(new Neo4jStorageAdapterFactory(), directory.resolve("g"), files);
    List<Long> leaves = new ArrayList<>();
    for (int i = 0; i < LEAVES; i++) {
      leaves.add((long) files - 5 - 40L * i);
    }
    LineageReader reader = graph.reader();
    LineageEngine overRocks = new LineageEngine(rocks.reader());
    LineageEngine overGraph = new LineageEngine(reader);
    CypherEngine cypher = (CypherEngine) reader;
    String each = "UNWIND $ids AS id MATCH (o:Object {id: id}) CALL colophon.ancestors(o) ";
    compare(
        Map.of(
            "engine over RocksDB", () -> run(overRocks, leaves),
            "engine over the graph", () -> run(overGraph, leaves),
            "procedure, nodes counted",
                () -> measureQuery(cypher, each + "YIELD node RETURN count(node)", leaves),
            "procedure, rows with relationships",
                () ->
                    measureQuery(
                        cypher,
                        each
                            + "YIELD node, relationship, depth RETURN count(node), count(relationship)",
                        leaves),
            "MATCH alone",
                () ->
                    measureQuery(
                        cypher,
                        "UNWIND $ids AS id MATCH (o:Object {id: id}) RETURN count(o)",
                        leaves)));
    rocks.close();
    graph.close();
  }

  private static int files(int levels) {
    int files = 0;
    int width = 1;
    for (int level = 0; level < levels; level++) {
      files += width;
      width *= ARITY;
    }
    return files;
  }

  private static StorageAdapter fill(StorageAdapterFactory factory, Path directory, int files) {
    StorageAdapter adapter = factory.create(StorageConfig.at(directory));
    adapter.open();
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.process(1, "/bin/sh").file(1, "/t/1");
    for (int file = 2; file <= files; file++) {
      copy(history, file);
      if (file % COPIES_A_BATCH == 0) {
        adapter.append(history.build());
      }
    }
    adapter.append(history.build());
    adapter.sync();
    return adapter;
  }

  private static void copy(RecordBatchBuilder history, int file) {
    int parent = (file - 2) / ARITY + 1;
    history.process(file, "/bin/cp").link(FORK, file, 1).file(file, "/t/" + file);
    history.open(READ, file, parent, 4096);
    long read = history.lastLsn();
    history.open(WRITE, file, file, 4096);
    long write = history.lastLsn();
    history.at(write + 62).interval(AccessMode.READ, file, parent, read, write + 61, 32, 131072);
    history.interval(AccessMode.WRITE, file, file, write, write + 62, 32, 131072).exit(file, 0);
  }

  private static void compare(Map<String, LongSupplier> rivals) {
    Map<String, long[]> times = new java.util.TreeMap<>();
    rivals.keySet().forEach(name -> times.put(name, new long[ROUNDS]));
    for (int round = 0; round < ROUNDS; round++) {
      for (var rival : rivals.entrySet()) {
        long start = System.nanoTime();
        long nodes = rival.getValue().getAsLong();
        times.get(rival.getKey())[round] = System.nanoTime() - start;
        if (round == 0) {
          System.out.println(rival.getKey() + ": " + nodes + " nodes");
        }
      }
    }
    times.forEach(
        (name, all) -> {
          long[] warm = Arrays.copyOfRange(all, ROUNDS / 2, ROUNDS);
          Arrays.sort(warm);
          System.out.printf("%-36s %7.1f us a leaf%n", name, warm[warm.length / 2] / 1e3 / LEAVES);
        });
  }

  private static long run(LineageEngine engine, List<Long> leaves) {
    long[] nodes = {0};
    for (long leaf : leaves) {
      engine.run(
          LineageQuery.builder().root(Root.object(leaf)).build(), new Counter(n -> nodes[0] += n));
    }
    return nodes[0];
  }

  private static long measureQuery(CypherEngine engine, String text, List<Long> leaves) {
    long[] nodes = {0};
    engine.run(
        new CypherStatement(text, Map.of("ids", leaves), Lsn.LATEST, false, 0),
        new CypherResult() {
          @Override
          public void columns(List<String> names) {}

          @Override
          public boolean row(List<Object> values) {
            nodes[0] += (long) values.get(0);
            return true;
          }
        });
    return nodes[0];
  }

  private record Counter(LongConsumer nodes) implements LineageVisitor {
    @Override
    public void node(int index, NodeType type, long id, int version, long boundLsn, int depth) {
      nodes.accept(1);
    }

    @Override
    public void edge(
        int effect,
        int cause,
        EdgeKind kind,
        long firstLsn,
        long lastLsn,
        long count,
        long bytes,
        long firstNanos,
        long lastNanos) {}
  }
}
