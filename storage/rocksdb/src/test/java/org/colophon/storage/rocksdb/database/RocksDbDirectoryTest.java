// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.rocksdb.RocksDbStorageAdapterFactory;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksDbDirectoryTest {
  private static final RocksDbStorageAdapterFactory FACTORY = new RocksDbStorageAdapterFactory();

  @TempDir Path top;

  private StorageConfig config() {
    return StorageConfig.at(top.resolve("deep/store"));
  }

  private StorageAdapter open() {
    StorageAdapter adapter = FACTORY.create(config());
    adapter.open();
    return adapter;
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ColophonException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void createsDirectoriesForOwnerOnly() throws IOException {
    open().close();
    for (Path each : List.of(top.resolve("deep"), config().directory())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void refusesToBeginNewDatabaseWhereCurrentIsLost() throws IOException {
    StorageAdapter adapter = open();
    adapter.append(new RecordBatchBuilder().access(OperationKind.READ, 1, 1, 10).build());
    adapter.close();
    Files.delete(config().directory().resolve("CURRENT"));

    assertFails(ErrorCode.STORE_CORRUPT, this::open);
    assertFails(ErrorCode.STORE_CORRUPT, () -> FACTORY.openReader(config()));
  }

  @Test
  void rejectsNewerStore() throws IOException {
    open().close();
    Files.writeString(
        config().directory().resolve("FORMAT"),
        "colophon-rocksdb " + (StoreFormat.VERSION + 1) + "\n");
    assertFails(ErrorCode.STORE_TOO_NEW, this::open);
    assertFails(ErrorCode.STORE_TOO_NEW, () -> FACTORY.openReader(config()));
  }

  @Test
  void rejectsForeignDirectoryAndLeavesItAlone() throws IOException {
    Files.createDirectories(config().directory());
    Files.writeString(config().directory().resolve("letter.txt"), "dear");
    assertFails(ErrorCode.STORE_FOREIGN, this::open);
    assertFails(ErrorCode.STORE_FOREIGN, () -> FACTORY.openReader(config()));
    try (Stream<Path> files = Files.list(config().directory())) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void rejectsFormatFileWithOtherContent() throws IOException {
    open().close();
    Files.writeString(config().directory().resolve("FORMAT"), "colophon-rocksdb one");
    assertFails(ErrorCode.STORE_FOREIGN, this::open);
  }

  @Test
  void rejectsSecondWriter() {
    try (StorageAdapter first = open()) {
      assertThat(first.heldLsn()).isZero();
      assertFails(ErrorCode.STORE_LOCKED, this::open);
    }
    open().close();
  }

  @Test
  void findsNoStoreBeforeAnythingIsWritten() throws IOException {
    assertFails(ErrorCode.NOT_FOUND, () -> FACTORY.openReader(config()));
    Files.createDirectories(config().directory());
    assertFails(ErrorCode.NOT_FOUND, () -> FACTORY.openReader(config()));
  }

  /** The process was killed, or the disk was full, while the directory was created. */
  @Test
  void createsStoreWhereOnlyADraftExists() throws IOException {
    Files.createDirectories(config().directory());
    Files.createFile(config().directory().resolve("FORMAT.new"));
    assertFails(ErrorCode.NOT_FOUND, () -> FACTORY.openReader(config()));
    open().close();
    FACTORY.openReader(config()).close();
  }

  @Test
  void reportsCorruptWhenTableIsDamaged() throws IOException {
    fill();
    for (Path table : tables()) {
      byte[] bytes = Files.readAllBytes(table);
      for (int i = 0; i < bytes.length - 64; i += 16) {
        bytes[i] ^= 0x55;
      }
      Files.write(table, bytes);
    }
    assertFails(ErrorCode.STORE_CORRUPT, this::readAll);
  }

  @Test
  void reportsCorruptStoreWhenAllTablesAreMissing() throws IOException {
    fill();
    for (Path table : tables()) {
      Files.delete(table);
    }
    assertFails(ErrorCode.STORE_CORRUPT, this::readAll);
    assertFails(ErrorCode.STORE_CORRUPT, this::open);
  }

  private void fill() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    for (int i = 1; i < 200; i++) {
      history.file(i, "/f" + i).access(OperationKind.WRITE, i, i, i);
    }
    try (StorageAdapter adapter = open()) {
      adapter.append(history.build());
    }
  }

  private List<Path> tables() throws IOException {
    try (Stream<Path> files = Files.list(config().directory())) {
      return files.filter(file -> file.toString().endsWith(".sst")).sorted().toList();
    }
  }

  private void readAll() {
    try (LineageReader reader = FACTORY.openReader(config())) {
      for (int i = 1; i < 200; i++) {
        reader.operations(i, 0, (lsn, kind, process, object, bytes, time) -> {});
        reader.operations(0, i, (lsn, kind, process, object, bytes, time) -> {});
        assertThat(reader.namesOf(i)).hasSize(1);
      }
    }
  }
}
