// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class Neo4jLifecycleTest {
  private static final int RECORDS = 100;

  @TempDir Path directory;

  private final RecordBatchBuilder history = new RecordBatchBuilder();

  private StorageConfig config() {
    return new StorageConfig(directory.resolve("store"), Map.of("batch-operations", "" + RECORDS));
  }

  private StorageAdapter open() {
    StorageAdapter adapter = new Neo4jStorageAdapterFactory().create(config());
    adapter.open();
    return adapter;
  }

  private static void assertRefused(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ColophonException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private void putFile(String name, String text) throws IOException {
    Files.createDirectories(directory.resolve("store"));
    Files.writeString(directory.resolve("store").resolve(name), text);
  }

  @Test
  void rejectsDirectoryWithOtherFiles() throws IOException {
    putFile("letter.txt", "dear");
    assertRefused(this::open, ErrorCode.STORE_FOREIGN);
    assertRefused(
        () -> new Neo4jStorageAdapterFactory().openReader(config()), ErrorCode.STORE_FOREIGN);
  }

  @Test
  void rejectsAnInvalidFormat() throws IOException {
    putFile("FORMAT", "colophon-rocksdb 1\n");
    assertRefused(this::open, ErrorCode.STORE_FOREIGN);
  }

  @Test
  void rejectsANewerFormat() throws IOException {
    putFile("FORMAT", "colophon-neo4j 2\n");
    assertRefused(this::open, ErrorCode.STORE_TOO_NEW);
  }

  @Test
  void sharesOneDatabaseInAProcessAndRejectsAnotherProcess() throws Exception {
    try (StorageAdapter writer = open()) {
      assertThat(Files.getPosixFilePermissions(directory.resolve("store")))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      assertRefused(
          () -> new Neo4jStorageAdapterFactory().create(config()).open(), ErrorCode.STORE_LOCKED);
      assertThat(outputOf(TreeFeeder.process(directory.resolve("store"), 2, "")))
          .isEqualTo(ErrorCode.STORE_LOCKED.name());
      writer.append(history.process(1, "a").build());
    }
    try (LineageReader reader = new Neo4jStorageAdapterFactory().openReader(config());
        StorageAdapter writer = open()) {
      assertThat(reader.process(1)).isNotNull();
      writer.append(history.process(2, "b").build());
      writer.flush();
      assertThat(reader.process(2)).isNotNull();
    }
  }

  private static String outputOf(ProcessBuilder builder) throws Exception {
    Process process = builder.start();
    try (BufferedReader output = process.inputReader()) {
      return output.readLine();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void writesAFullWindowAndRejectsRepeats() {
    StorageAdapter adapter = open();
    LineageReader reader = adapter.reader();
    for (int batch = 0; batch < 4; batch++) {
      for (int i = 0; i < RECORDS; i++) {
        history.access(OperationKind.READ, 1, 1, 1);
      }
      adapter.append(history.build());
    }
    assertThat(reader.visibleLsn()).isEqualTo(3L * RECORDS);
    assertThat(adapter.heldLsn()).isEqualTo(3L * RECORDS);
    RecordBatch again = new RecordBatchBuilder().snapshot("s").build();
    assertRefused(() -> adapter.append(again), ErrorCode.ADAPTER_FAILED);
    adapter.close();
    assertRefused(() -> reader.process(1), ErrorCode.ADAPTER_FAILED);
    assertRefused(() -> reader.accessesOfObject(1, 1, null), ErrorCode.ADAPTER_FAILED);
    assertRefused(() -> adapter.append(again), ErrorCode.ADAPTER_FAILED);
  }

  @Test
  void closesADirectoryToOtherUsers() throws IOException {
    Path store = Files.createDirectories(directory.resolve("store"));
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rwxr-xr-x"));
    open().close();
    assertThat(Files.getPosixFilePermissions(store))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void boundsTransactionsAndNamesTheOptionThatIsTooSmall() {
    StorageConfig small =
        new StorageConfig(directory.resolve("store"), Map.of("transaction-bytes", "16m"));
    StorageAdapter adapter = new Neo4jStorageAdapterFactory().create(small);
    adapter.open();
    for (int batch = 0; batch < 10; batch++) {
      adapter.append(files(RECORDS * 10));
    }
    adapter.sync();
    assertThat(adapter.reader().statistics().objects()).isEqualTo(RECORDS * 100L);
    adapter.append(files(RECORDS * 300));
    assertThatThrownBy(adapter::sync)
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("transaction-bytes");
    assertThat(adapter.reader().statistics().objects()).isEqualTo(RECORDS * 100L);
    assertThatThrownBy(adapter::close).hasMessageContaining("transaction-bytes");
  }

  private RecordBatch files(int count) {
    for (int i = 0; i < count; i++) {
      history.file(history.lastLsn() + 1, "/directory/file-" + history.lastLsn());
    }
    return history.build();
  }

  @Test
  void reportsADamagedDatabase() throws IOException {
    open().close();
    Path nodes = directory.resolve("store/data/databases/neo4j/neostore");
    Files.write(nodes, new byte[(int) Files.size(nodes)]);
    assertThatThrownBy(this::open)
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining(directory.toString());
  }
}
