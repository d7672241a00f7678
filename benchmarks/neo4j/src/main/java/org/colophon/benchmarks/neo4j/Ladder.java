package org.colophon.benchmarks.neo4j;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.benchmarks.result.Folders;
import org.colophon.benchmarks.result.Medians;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.storage.neo4j.Neo4jStorageAdapterFactory;

/**
 * A ladder of 30 layers with two files each. A process makes each file from both files of the layer
 * before, so that 2^30 paths lead from the first layer to a file of the last. Its lineage has 120
 * nodes. Cypher has planned the statements before, for another file.
 */
final class Ladder {
  private static final int LAYERS = 30;
  private static final int PASSES = 200;
  private static final long TIME_NANOS = 1_790_000_000_000_000_000L;

  private final Stores stores;
  private final Set<String> lineage = new TreeSet<>();

  Ladder(Stores stores) {
    this.stores = stores;
  }

  List<Map<String, Object>> run(int rounds) {
    Path store = stores.newDirectory();
    List<Map<String, Object>> runs = new ArrayList<>();
    try (Kernel kernel = Kernel.open(stores.both(store, new Neo4jStorageAdapterFactory(), 1))) {
      long last = report(kernel.newSink("bench", new SinkOptions(false, OverloadPolicy.BLOCK)));
      kernel.drain();
      Askers askers = new Askers(kernel);
      List<Long> unmade = List.of(1L);
      askers.ways().values().forEach(way -> Askers.nanos(way, unmade, 1));
      Map<String, Double> first = new LinkedHashMap<>();
      askers.ways().keySet().forEach(name -> first.put(name, millis(askers, name, last, 1)));
      askers.check(last, lineage);
      for (int round = 0; round <= rounds; round++) {
        for (String name : askers.ways().keySet()) {
          Map<String, Object> row = new LinkedHashMap<>();
          row.put(Measure.SUBJECT, name);
          row.put("first ms", first.get(name));
          row.put("warm ms", millis(askers, name, last, PASSES));
          row.put("nodes", lineage.size());
          runs.add(row);
        }
      }
    }
    Folders.delete(store);
    return runs.subList(runs.size() / (rounds + 1), runs.size()); // the first round warms up
  }

  private double millis(Askers askers, String name, long object, int passes) {
    double[] nanos = new double[passes];
    for (int pass = 0; pass < passes; pass++) {
      nanos[pass] = Askers.nanos(askers.ways().get(name), List.of(object), lineage.size());
    }
    return Medians.of(nanos) / 1e6;
  }

  /** Returns one file of the last layer. */
  private long report(OperationSink sink) {
    long[] below = {newFile(sink, "0a"), newFile(sink, "0b")};
    for (int layer = 1; layer <= LAYERS; layer++) {
      boolean isLast = layer == LAYERS;
      below =
          new long[] {
            copy(sink, below, layer + "a", true), copy(sink, below, layer + "b", !isLast)
          };
    }
    sink.flush();
    return below[0];
  }

  private static long newFile(OperationSink sink, String name) {
    return sink.objectAt(
        Bytes.of("/ladder/" + name), ObjectDeclaration.of(ObjectKind.FILE), TIME_NANOS);
  }

  private long copy(OperationSink sink, long[] from, String name, boolean isAncestor) {
    long process =
        sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/cat"), TIME_NANOS), TIME_NANOS);
    long made = newFile(sink, name);
    for (long source : from) {
      sink.access(OperationKind.READ, Phase.WHOLE, process, source, 1, TIME_NANOS);
      lineage.add("Object" + source);
    }
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, made, 2, TIME_NANOS);
    sink.exit(process, 0, TIME_NANOS);
    if (isAncestor) {
      lineage.add("Object" + made);
      lineage.add("Process" + process);
    }
    return made;
  }
}
