// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.SuppressedTree;

/**
 * A program that the test kills or lets run out of disk space. It feeds a {@link SuppressedTree} to
 * a store from the LSN that the store holds, as the kernel does after a crash. Prints {@code open}
 * once the store is open, and {@code done} or the error's code at the end.
 */
public final class TreeFeeder {
  static final int BATCH_COPIES = 7;
  private static final int BLOCKS = 32;

  private TreeFeeder() {}

  /** Feeds a store. Arguments: the store's directory, and the number of files. */
  public static void main(String[] arguments) {
    try (StorageAdapter adapter = open(Path.of(arguments[0]))) {
      System.out.println("open");
      feed(adapter, Integer.parseInt(arguments[1]));
      System.out.println("done");
    } catch (ColophonException e) {
      System.out.println(e.code());
    }
  }

  static StorageAdapter open(Path directory) {
    StorageConfig config = new StorageConfig(directory, Map.of("batch-operations", "500"));
    StorageAdapter adapter = new Neo4jStorageAdapterFactory().create(config);
    adapter.open();
    return adapter;
  }

  /** Appends every batch that the adapter does not hold. */
  static void feed(StorageAdapter adapter, int files) {
    long held = adapter.heldLsn();
    SuppressedTree tree = SuppressedTree.ofFiles(files, BLOCKS);
    RecordBatch batch = tree.nextBatch(BATCH_COPIES);
    while (batch != null) {
      if (batch.firstLsn() > held) {
        adapter.append(batch);
      }
      batch = tree.nextBatch(BATCH_COPIES);
    }
    adapter.sync();
  }

  /** Returns a command that starts a feeding JVM, after a prefix such as one that sets limits. */
  static ProcessBuilder process(Path directory, int files, String prefix) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
            "bash",
            "-c",
            prefix + "exec \"$@\"",
            "bash",
            java,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            TreeFeeder.class.getName(),
            directory.toString(),
            Integer.toString(files));
    return builder.redirectError(ProcessBuilder.Redirect.DISCARD);
  }
}
