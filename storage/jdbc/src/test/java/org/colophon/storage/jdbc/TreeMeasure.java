// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.SuppressedTree;

/**
 * Times the adapter alone on the suppressed tree and prints the times; not a test. Arguments:
 * levels, rounds, then options as name=value; {@code server} alone for a PostgreSQL server of the
 * tests.
 */
final class TreeMeasure {
  private TreeMeasure() {}

  public static void main(String[] args) throws IOException {
    for (int round = 0; round < Integer.parseInt(args[1]); round++) {
      Map<String, String> options = new HashMap<>();
      for (int i = 2; i < args.length; i++) {
        if (args[i].equals("server")) {
          options.putAll(PostgresServer.shared().options("measure" + round));
        } else {
          options.put(args[i].split("=", 2)[0], args[i].split("=", 2)[1]);
        }
      }
      Path directory = Files.createTempDirectory("tree-measure");
      try {
        run(Integer.parseInt(args[0]), new StorageConfig(directory.resolve("store"), options));
      } finally {
        FileTree.delete(directory);
      }
    }
  }

  private static void run(int levels, StorageConfig config) {
    SuppressedTree tree = SuppressedTree.ofLevels(levels, 32);
    List<RecordBatch> batches = new ArrayList<>();
    for (RecordBatch each = tree.nextBatch(60); each != null; each = tree.nextBatch(60)) {
      batches.add(each);
    }
    long records = batches.stream().mapToLong(RecordBatch::operations).sum();
    try (StorageAdapter adapter = new JdbcStorageAdapterFactory().create(config)) {
      adapter.open();
      long start = System.nanoTime();
      batches.forEach(adapter::append);
      adapter.sync();
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf(
          "%d operations, %d records: %.0f operations/s, %.0f records/s, %d bytes; ",
          tree.operations(),
          records,
          tree.operations() / seconds,
          records / seconds,
          adapter.reader().statistics().diskBytes());
      query(adapter.reader(), tree.files());
    }
  }

  private static void query(LineageReader reader, long files) {
    int rounds = 300;
    for (int pass = 0; pass < 2; pass++) {
      long start = System.nanoTime();
      for (int i = 0; i < rounds; i++) {
        lineage(reader, files - i);
      }
      long lineage = System.nanoTime();
      for (int i = 0; i < rounds; i++) {
        if (reader.resolve(SuppressedTree.path(files - i), Lsn.LATEST) != files - i) {
          throw new AssertionError("file " + (files - i) + " is not found");
        }
      }
      System.out.printf(
          "lineage %.0f us, resolve %.0f us%s",
          (lineage - start) / 1e3 / rounds,
          (System.nanoTime() - lineage) / 1e3 / rounds,
          pass == 0 ? "; again " : "\n");
    }
  }

  private static void lineage(LineageReader reader, long leaf) {
    for (long object = leaf; object > 1; ) {
      long[] next = new long[2];
      reader.cuts(object, (p, b, e, t) -> {});
      reader.accessesOfObject(
          object, AccessMode.WRITE.bit(), (p, o, m, f, l, n, b, t, u) -> next[0] = p);
      reader.accessesOfProcess(
          next[0], AccessMode.READ.bit(), (p, o, m, f, l, n, b, t, u) -> next[1] = o);
      reader.causesOfProcess(next[0], (e, c, k, l, t) -> {});
      object = next[1];
    }
  }
}
