// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
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
class JdbcCrashIT {
  private static final int PER_BATCH = 20;
  private static final int KILLS = Effort.times(1);

  @TempDir Path directory;

  /** The writing JVM: continues where the tables end, and prints each synced LSN. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) {
      Map<String, String> options = new HashMap<>();
      for (int i = 1; i < args.length; i += 2) {
        options.put(args[i], args[i + 1]);
      }
      try (StorageAdapter adapter = adapter(Path.of(args[0]), options)) {
        adapter.open();
        for (long batch = adapter.heldLsn() / PER_BATCH; !System.out.checkError(); batch++) {
          adapter.append(batch(batch));
          if (batch % 10 == 0) {
            System.out.println(adapter.sync());
          }
        }
      }
    }

    private static RecordBatch batch(long number) {
      RecordBatchBuilder history = new RecordBatchBuilder().at(number * PER_BATCH + 1);
      for (int i = 0; i < PER_BATCH; i++) {
        history.access(OperationKind.READ, 1, 1, 1);
      }
      return history.build();
    }
  }

  private static StorageAdapter adapter(Path directory, Map<String, String> options) {
    return new JdbcStorageAdapterFactory().create(new StorageConfig(directory, options));
  }

  @Test
  @Timeout(600)
  void storesEverythingOnceWhenKilledOnH2() throws Exception {
    killAndCheck(Map.of("batch-operations", "50"));
  }

  @Test
  @Timeout(600)
  void storesEverythingOnceWhenKilledOnPostgres() throws Exception {
    Map<String, String> options =
        new HashMap<>(PostgresServer.shared().options(PostgresFactory.schema(directory)));
    options.put("batch-operations", "50");
    killAndCheck(options);
  }

  private void killAndCheck(Map<String, String> options) throws Exception {
    long synced = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      Process writer = startWriter(options);
      try (BufferedReader said = writer.inputReader(StandardCharsets.UTF_8)) {
        for (int i = 0; i < 5; i++) {
          synced = Long.parseLong(said.readLine());
        }
        assertLocked(options);
      } finally {
        writer.destroyForcibly().waitFor();
      }
      assertWhole(options, synced);
    }
  }

  private Process startWriter(Map<String, String> options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-Xmx128m", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Writer.class.getName(), directory.resolve("store").toString()));
    options.forEach((name, value) -> command.addAll(List.of(name, value)));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private void assertLocked(Map<String, String> options) {
    try (StorageAdapter second = adapter(directory.resolve("store"), options)) {
      assertThatThrownBy(second::open)
          .isInstanceOfSatisfying(
              ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_LOCKED));
    }
  }

  /** A server may need a moment to notice the end of the writer, which releases its lock. */
  private void assertWhole(Map<String, String> options, long synced) {
    while (true) {
      try (StorageAdapter adapter = adapter(directory.resolve("store"), options)) {
        adapter.open();
        long[] seen = new long[1];
        adapter
            .reader()
            .operations(
                1,
                0,
                (lsn, kind, process, object, bytes, time) -> assertThat(lsn).isEqualTo(++seen[0]));
        assertThat(seen[0]).isEqualTo(adapter.heldLsn()).isGreaterThanOrEqualTo(synced);
        return;
      } catch (ColophonException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.STORE_LOCKED);
        Thread.onSpinWait();
      }
    }
  }
}
