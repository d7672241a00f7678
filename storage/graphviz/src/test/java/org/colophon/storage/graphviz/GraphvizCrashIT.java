// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.graphviz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills a writing JVM repeatedly; nothing is lost and nothing is stored twice. */
class GraphvizCrashIT {
  private static final int PER_BATCH = 20;
  private static final int KILLS = Effort.times(2);

  @TempDir Path directory;

  /** The writing JVM: continues where the file ends, and prints each synced LSN. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) {
      try (StorageAdapter adapter =
          new GraphvizStorageAdapterFactory().create(StorageConfig.at(Path.of(args[0])))) {
        adapter.open();
        for (long batch = adapter.heldLsn() / PER_BATCH; !System.out.checkError(); batch++) {
          adapter.append(batch(batch));
          adapter.flush();
          if (batch % 50 == 0) {
            System.out.println(adapter.sync());
          }
        }
      }
    }

    private static RecordBatch batch(long number) {
      RecordBatchBuilder history = new RecordBatchBuilder().at(number * PER_BATCH + 1);
      for (int i = 0; i < PER_BATCH; i++) {
        long id = history.lastLsn() + 1;
        history.access(OperationKind.READ, id, id, 1);
      }
      return history.build();
    }
  }

  @Test
  @Timeout(600)
  void storesEverythingOnceWhenKilled() throws Exception {
    long synced = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      Process writer =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Writer.class.getName(),
                  directory.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (BufferedReader said = writer.inputReader(StandardCharsets.UTF_8)) {
        for (int i = 0; i < 5; i++) {
          synced = Long.parseLong(said.readLine());
        }
      } finally {
        writer.destroyForcibly().waitFor();
      }
      assertThat(held()).isGreaterThanOrEqualTo(synced);
    }
    long held = held();
    List<String> edges;
    try (var lines = Files.lines(directory.resolve("provenance.dot"))) {
      edges = lines.filter(line -> line.contains("->")).toList();
    }
    assertThat(edges).hasSize((int) held).doesNotHaveDuplicates();
  }

  private long held() {
    try (StorageAdapter adapter =
        new GraphvizStorageAdapterFactory().create(StorageConfig.at(directory))) {
      adapter.open();
      return adapter.heldLsn();
    }
  }
}
