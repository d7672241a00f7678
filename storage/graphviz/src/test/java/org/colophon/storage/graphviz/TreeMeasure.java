// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.graphviz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.SuppressedTree;

/**
 * Times the adapter alone on the suppressed tree and prints the times; not a test. Arguments:
 * levels, rounds.
 */
final class TreeMeasure {
  private TreeMeasure() {}

  public static void main(String[] args) throws IOException {
    for (int round = 0; round < Integer.parseInt(args[1]); round++) {
      Path directory = Files.createTempDirectory("tree-measure");
      SuppressedTree tree = SuppressedTree.ofLevels(Integer.parseInt(args[0]), 32);
      List<RecordBatch> batches = new ArrayList<>();
      for (RecordBatch each = tree.nextBatch(60); each != null; each = tree.nextBatch(60)) {
        batches.add(each);
      }
      long records = batches.stream().mapToLong(RecordBatch::operations).sum();
      try (StorageAdapter adapter =
          new GraphvizStorageAdapterFactory().create(StorageConfig.at(directory))) {
        adapter.open();
        long start = System.nanoTime();
        batches.forEach(adapter::append);
        adapter.sync();
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
            "%d operations, %d records: %.0f operations/s, %.0f records/s, %d bytes%n",
            tree.operations(),
            records,
            tree.operations() / seconds,
            records / seconds,
            Files.size(directory.resolve("provenance.dot")));
      }
      Files.delete(directory.resolve("provenance.dot"));
      Files.delete(directory);
    }
  }
}
