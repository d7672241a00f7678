// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads a store while another JVM writes it, replacing its files all the time. */
class SharedReadIT {
  private static final int PER_BATCH = 50;
  private static final int READS = 25;

  @TempDir Path directory;

  private static StorageConfig config(Path directory) {
    return new StorageConfig(directory, Map.of("memtable-bytes", "64k"));
  }

  /** The other JVM: writes, syncs, and prints each durable LSN until it is killed. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) {
      RecordBatchBuilder history = new RecordBatchBuilder();
      try (StorageAdapter adapter =
          new RocksDbStorageAdapterFactory().create(config(Path.of(args[0])))) {
        adapter.open();
        while (!System.out.checkError()) {
          for (int i = 0; i < PER_BATCH; i++) {
            history.access(OperationKind.WRITE, 1 + i, 1, 10);
          }
          adapter.append(history.build());
          System.out.println(adapter.sync());
        }
      }
    }
  }

  @Test
  @Timeout(120)
  void seesEverythingDurableWhileAnotherProcessWrites() throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader said = writer.inputReader(StandardCharsets.UTF_8)) {
      for (int i = 0; i < READS; i++) {
        readOnce(newest(said));
      }
      assertSecondWriterIsRefused();
    } finally {
      writer.destroyForcibly().waitFor();
    }
    readOnce(0);
  }

  private static long newest(BufferedReader said) throws IOException {
    String line = said.readLine();
    while (said.ready()) {
      line = said.readLine();
    }
    assertThat(line).as("line of the writer").isNotNull();
    return Long.parseLong(line);
  }

  private void readOnce(long durable) {
    try (LineageReader reader =
        new RocksDbStorageAdapterFactory().openReader(StorageConfig.at(directory))) {
      long visible = reader.visibleLsn();
      assertThat(visible).isGreaterThanOrEqualTo(durable);
      long[] seen = new long[1];
      reader.operations(
          0, 1, (lsn, kind, process, object, bytes, time) -> assertThat(lsn).isEqualTo(++seen[0]));
      assertThat(seen[0]).isEqualTo(visible);
    }
  }

  private void assertSecondWriterIsRefused() {
    try (StorageAdapter second =
        new RocksDbStorageAdapterFactory().create(StorageConfig.at(directory))) {
      assertThatThrownBy(second::open)
          .isInstanceOfSatisfying(
              ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_LOCKED));
    }
  }
}
