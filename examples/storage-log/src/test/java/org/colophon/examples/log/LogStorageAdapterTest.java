// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogStorageAdapterTest {
  @TempDir private Path directory;

  private final RecordBatchBuilder history = new RecordBatchBuilder();

  @Test
  void isFoundByName() {
    assertThat(new PluginLoader<>(StorageAdapterFactory.class).get("log").name()).isEqualTo("log");
  }

  @Test
  void holdsSyncedRecordsWhenOpenedAgain() throws IOException {
    try (StorageAdapter adapter = open()) {
      adapter.append(copy("/a.c", "/a.o"));
      assertThat(adapter.heldLsn()).isZero();
      assertThat(adapter.sync()).isEqualTo(history.lastLsn());
    }

    try (StorageAdapter adapter = open()) {
      assertThat(adapter.heldLsn()).isEqualTo(history.lastLsn());
    }
    assertThat(text()).contains("BIND process=0 object=1 /a.c\n").contains("READ bytes=100");
  }

  @Test
  void cutsOffTornBatchWhenOpenedAgain() throws IOException {
    try (StorageAdapter adapter = open()) {
      adapter.append(copy("/a.c", "/a.o"));
    }
    String whole = text();
    Files.writeString(
        file(), "9 BIND process=1 object=9 /lost\ncommit 1", StandardOpenOption.APPEND);

    try (StorageAdapter adapter = open()) {
      assertThat(adapter.heldLsn()).isEqualTo(history.lastLsn());
      assertThat(text()).isEqualTo(whole);
    }
  }

  @Test
  void writesOneLineIfPathHasNewline() throws IOException {
    try (StorageAdapter adapter = open()) {
      adapter.append(copy("/a\ncommit 99\n", "/b"));
    }

    assertThat(text()).contains("/a\\ncommit 99\\n\n");
    try (StorageAdapter adapter = open()) {
      assertThat(adapter.heldLsn()).isEqualTo(history.lastLsn());
    }
  }

  @Test
  void rejectsForeignFile() throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "dear diary\n");

    try (StorageAdapter adapter = create()) {
      assertThatExceptionOfType(ColophonException.class)
          .isThrownBy(adapter::open)
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FOREIGN));
    }
    assertThat(text()).isEqualTo("dear diary\n");
  }

  private RecordBatch copy(String from, String to) {
    return history
        .process(1, "cp")
        .file(1, from)
        .file(2, to)
        .access(OperationKind.READ, 1, 1, 100)
        .access(OperationKind.WRITE, 1, 2, 100)
        .exit(1, 0)
        .build();
  }

  private StorageAdapter open() {
    StorageAdapter adapter = create();
    adapter.open();
    return adapter;
  }

  private StorageAdapter create() {
    return new LogStorageAdapterFactory().create(StorageConfig.at(directory.resolve("log")));
  }

  private Path file() {
    return directory.resolve("log/records.log");
  }

  private String text() throws IOException {
    return Files.readString(file());
  }
}
