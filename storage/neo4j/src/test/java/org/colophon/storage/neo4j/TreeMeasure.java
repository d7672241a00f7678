package org.colophon.storage.neo4j;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.AccessMode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.Neo4jConfig;
import org.colophon.storage.neo4j.database.OpenDatabases;

/**
 * Times the adapter on the suppressed tree workload against a bare loop that creates the same nodes
 * and relationships, and prints both; not a test. Arguments: levels, rounds, then options as
 * name=value.
 */
final class TreeMeasure {
  private TreeMeasure() {}

  public static void main(String[] args) throws IOException {
    int files = SuppressedTree.files(Integer.parseInt(args[0]));
    Map<String, String> options = new HashMap<>();
    for (int i = 2; i < args.length; i++) {
      options.put(args[i].split("=")[0], args[i].split("=")[1]);
    }
    for (int round = 0; round < Integer.parseInt(args[1]); round++) {
      double bare = inFolder(options, config -> bare(config, files));
      double adapter = inFolder(options, config -> adapter(config, files));
      System.out.printf(
          "per second of processor: bare %.0f copies, adapter %.0f: %.0f %%%n",
          bare, adapter, 100 * adapter / bare);
    }
  }

  private interface Run {
    double of(StorageConfig config);
  }

  private static double inFolder(Map<String, String> options, Run run) throws IOException {
    Path folder = Files.createTempDirectory("tree-measure");
    try {
      return run.of(new StorageConfig(folder.resolve("store"), options));
    } finally {
      Folders.delete(folder);
    }
  }

  private static double bare(StorageConfig config, int files) {
    try (OpenDatabases.Lease lease = OpenDatabases.openWriter(Neo4jConfig.of(config))) {
      BareTree tree = new BareTree(lease.database().service());
      long start = cpuNanos();
      tree.write(files);
      double rate = rate(files, start);
      System.out.print("bare " + counts(lease.database()) + "; ");
      return rate;
    }
  }

  private static double rate(int files, long start) {
    return (files - 1) / ((cpuNanos() - start) / 1e9);
  }

  /** Processor time of this thread, which does nearly all: a busy machine does not count. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static String counts(GraphDatabase database) {
    return database.read(
        transaction ->
            transaction.getAllNodes().stream().count()
                + " nodes "
                + transaction.getAllRelationships().stream().count()
                + " relationships");
  }

  private static double adapter(StorageConfig config, int files) {
    try (StorageAdapter adapter = new Neo4jStorageAdapterFactory().create(config)) {
      adapter.open();
      long start = cpuNanos();
      SuppressedTree batch = new SuppressedTree(files, 60);
      while (batch.nextBatch()) {
        adapter.append(batch);
      }
      adapter.sync();
      double rate = rate(files, start);
      System.out.print("adapter " + counts(OpenDatabases.openAt(config.directory())) + "; ");
      query(adapter.reader(), files);
      return rate;
    }
  }

  private static void query(LineageReader reader, int files) {
    for (int pass = 0; pass < 4; pass++) {
      int repeats = pass == 0 ? 50 : 5000;
      int visits = 0;
      long start = System.nanoTime();
      for (int i = 0; i < repeats; i++) {
        visits = lineage(reader, files - 5L - i % 50 * 40);
      }
      double micros = (System.nanoTime() - start) / 1e3 / repeats;
      System.out.printf("%s %.1f us (%d visits); ", pass == 0 ? "cold" : "warm", micros, visits);
    }
  }

  private static int lineage(LineageReader reader, long leaf) {
    int[] visits = new int[1];
    long object = leaf;
    while (object > 1) {
      long[] next = new long[2];
      reader.cuts(object, (p, b, e, t) -> visits[0]++);
      reader.accessesOfObject(
          object,
          AccessMode.WRITE.bit(),
          (p, o, m, f, l, n, b, t, u) -> {
            visits[0]++;
            next[0] = p;
          });
      reader.process(next[0]);
      reader.accessesOfProcess(
          next[0],
          AccessMode.READ.bit() | AccessMode.CODE.bit(),
          (p, o, m, f, l, n, b, t, u) -> {
            visits[0]++;
            next[1] = o;
          });
      reader.causesOfProcess(next[0], (e, c, k, l, t) -> visits[0]++);
      object = next[1];
    }
    return visits[0];
  }
}
