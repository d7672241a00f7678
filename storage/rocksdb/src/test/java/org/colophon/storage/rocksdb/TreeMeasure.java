// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;

/**
 * Times the adapter alone on the tree workload and prints the times; not a test. Arguments: levels,
 * rounds, then options as name=value.
 */
final class TreeMeasure {
  private TreeMeasure() {}

  public static void main(String[] args) throws IOException {
    int levels = Integer.parseInt(args[0]);
    int rounds = Integer.parseInt(args[1]);
    Map<String, String> options = new HashMap<>();
    for (int i = 2; i < args.length; i++) {
      options.put(args[i].split("=")[0], args[i].split("=")[1]);
    }
    for (int round = 0; round < rounds; round++) {
      Path directory = Files.createTempDirectory("tree-measure");
      try {
        run(levels, new StorageConfig(directory.resolve("store"), options));
      } finally {
        FileTree.delete(directory);
      }
    }
  }

  private static void run(int levels, StorageConfig config) throws IOException {
    int files = TreeBatches.files(levels);
    StorageAdapter adapter = new RocksDbStorageAdapterFactory().create(config);
    adapter.open();
    long operations = 0;
    long start = System.nanoTime();
    TreeBatches batch = new TreeBatches(files, 32, 60);
    while (batch.nextBatch()) {
      operations += batch.operations();
      adapter.append(batch);
    }
    long appended = System.nanoTime();
    adapter.sync();
    long synced = System.nanoTime();
    System.out.printf(
        "%d ops: append %.1f ns/op, with sync %.1f ns/op; ",
        operations,
        (double) (appended - start) / operations,
        (double) (synced - start) / operations);
    query(adapter.reader(), files);
    adapter.close();
    reopen(config, files);
    resolve(config, files);
    long open = System.nanoTime();
    try (LineageReader reader = new RocksDbStorageAdapterFactory().openReader(config)) {
      long opened = System.nanoTime();
      System.out.printf(
          "%.2f B/op; open %.1f ms%n",
          (double) reader.statistics().diskBytes() / operations, (opened - open) / 1e6);
    }
  }

  private static void resolve(StorageConfig config, int files) {
    try (LineageReader reader = new RocksDbStorageAdapterFactory().openReader(config)) {
      long start = System.nanoTime();
      for (int i = 2; i < files; i += 4) {
        if (reader.resolve(TreeBatches.path(i), Lsn.LATEST) != i) {
          throw new AssertionError("file " + i + " is not found");
        }
      }
      System.out.printf("resolve %.1f us; ", (System.nanoTime() - start) / 1e3 / (files / 4.0));
    }
  }

  /** Reopens the store, so that only the operating system's cache is filled. */
  private static void reopen(StorageConfig config, int files) {
    long[] opens = new long[50];
    long[] colds = new long[50];
    for (int i = 0; i < colds.length; i++) {
      long start = System.nanoTime();
      try (LineageReader reader = new RocksDbStorageAdapterFactory().openReader(config)) {
        long opened = System.nanoTime();
        lineage(reader, files - 5L - i * 100);
        opens[i] = opened - start;
        colds[i] = System.nanoTime() - opened;
      }
    }
    Arrays.sort(opens);
    Arrays.sort(colds);
    System.out.printf("reopened: open %.1f ms, cold %.0f us; ", opens[25] / 1e6, colds[25] / 1e3);
  }

  private static void query(LineageReader reader, int files) {
    long leaf = files - 5;
    for (int pass = 0; pass < 3; pass++) {
      long start = System.nanoTime();
      int visits = 0;
      int repeats = pass == 0 ? 1 : 2000;
      for (int i = 0; i < repeats; i++) {
        visits = lineage(reader, leaf - (pass == 0 ? 0 : i % 50 * 40));
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
