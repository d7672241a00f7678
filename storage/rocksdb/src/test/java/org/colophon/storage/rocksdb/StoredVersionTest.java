// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.database.RocksDbConfig;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Opens a stored file of the first release of this format. It must stay readable and writable as
 * long as the version is supported. {@link #main} wrote it.
 */
class StoredVersionTest {
  private static final int MANY = 100;

  private static final RocksDbStorageAdapterFactory FACTORY = new RocksDbStorageAdapterFactory();

  @TempDir Path directory;

  /** Writes one record of every type, in two seals. */
  private static void write(StorageAdapter adapter, RecordBatchBuilder history) {
    adapter.append(first(history));
    adapter.flush();
    adapter.append(second(history));
  }

  private static RecordBatch first(RecordBatchBuilder history) {
    return history
        .process(1, "/bin/sh")
        .process(2, "/bin/cc")
        .link(LinkKind.FORK, 2, 1)
        .file(1, "/src/a.c")
        .file(2, "/src/a.o")
        .open(OperationKind.READ, 2, 1, 100)
        .cut(2, 2)
        .access(OperationKind.WRITE, 2, 2, 10)
        .access(OperationKind.WRITE, 2, 2, 10)
        .derivation(2, 1, 2)
        .build();
  }

  private static RecordBatch second(RecordBatchBuilder history) {
    return history
        .interval(AccessMode.READ, 2, 1, 6, 11, 3, 300)
        .exit(2, 0)
        .rename(1, "/src", "/old")
        .exchange(1, "/old/a.c", "/old/a.o")
        .unbind(1, "/old/a.c")
        .extended(2, 2, "text/patch", Bytes.of("patch"))
        .snapshot("built")
        .gap(0, GapCause.EVENTS_LOST, 4)
        .build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"store-v1.zip", "store-v2.zip", "store-v3.zip", "store-v4.zip"})
  void readsAndContinuesStoreOfEachVersion(String name) throws IOException {
    unpack(name);
    try (LineageReader reader = FACTORY.openReader(StorageConfig.at(directory))) {
      assertAnswers(reader);
    }
    try (StorageAdapter adapter = FACTORY.create(StorageConfig.at(directory))) {
      adapter.open();
      assertThat(adapter.heldLsn()).isEqualTo(18);
      RecordBatchBuilder more = new RecordBatchBuilder().at(19);
      adapter.append(more.exit(1, 3).extended(2, 1, "note", Bytes.of("later")).build());
      adapter.flush();
      assertThat(adapter.reader().process(1).exitStatus()).isEqualTo(3);
      assertThat(adapter.reader().extendedRecords(2, 0))
          .extracting(ExtendedRecord::lsn)
          .containsExactly(16L, 20L);
      assertThat(adapter.reader().firstLsnAfter(RecordBatchBuilder.timeOf(18))).isEqualTo(19);
      assertThat(adapter.reader().lsnAt(RecordBatchBuilder.timeOf(20))).isEqualTo(20);
      assertAnswers(adapter.reader());
    }
    assertThat(directory.resolve("FORMAT")).hasContent("colophon-rocksdb 4");
  }

  /** Groups of few ids are not packed, so this sample has many. */
  private static RecordBatch many(RecordBatchBuilder history) {
    for (int id = 1; id <= MANY; id++) {
      Bytes note = Bytes.of("{\"ppid\":\"%d\",\"tty\":\"007\"}".formatted(id / 2));
      history.process(id, "/bin/tool" + id % 3).extended(id, 0, "dsl/annotations", note);
      history.file(id, "/out/part" + id).access(OperationKind.WRITE, id, id, 100 + id);
    }
    return history.build();
  }

  @Test
  void readsPackedGroupsOfVersion4() throws IOException {
    unpack("packed-v4.zip");
    try (LineageReader reader = FACTORY.openReader(StorageConfig.at(directory))) {
      assertThat(reader.process(70).declaration().executable()).isEqualTo(Bytes.of("/bin/tool1"));
      assertThat(reader.extendedRecords(70, 0))
          .extracting(each -> each.data().toString())
          .containsExactly("{\"ppid\":\"35\",\"tty\":\"007\"}");
      assertThat(reader.namesOf(70)).hasSize(1);
      assertThat(reader.resolve(Bytes.of("/out/part70"), Lsn.LATEST)).isEqualTo(70);
      assertThat(reader.processesWithPid(70)).containsExactly(70L);
      assertThat(reader.processesOf(Bytes.of("/bin/tool1"))).hasSize(34).contains(70L);
      StringBuilder found = new StringBuilder();
      reader.operations(0, 70, (lsn, kind, p, o, bytes, time) -> found.append(p + " " + bytes));
      assertThat(found).hasToString("70 170");
    }
  }

  /**
   * A writer upgrades the format after a reader has read it and before the reader opens the store.
   */
  @Test
  void readsAllFamiliesWhenAnUpgradeHappensMeanwhile() throws IOException {
    unpack("store-v3.zip");
    RocksDbConfig config = RocksDbConfig.of(StorageConfig.at(directory));
    try (Database database =
        RocksDbStorageAdapterFactory.open(config, StoreFormat.LATER_FAMILIES - 1)) {
      assertThat(database.has(StoreFormat.later(StoreFormat.BY_OBJECT))).isTrue();
      assertThat(database.has(StoreFormat.later(StoreFormat.BY_PROCESS))).isTrue();
    }
  }

  /** The second seal ends an access of the first. */
  private static void assertView(LineageReader view) {
    StringBuilder found = new StringBuilder();
    view.accessesOfObject(
        1,
        AccessMode.ALL,
        (p, o, mode, first, last, n, bytes, t, u) ->
            found.append(p + " " + mode + first + "-" + last + " n" + n));
    assertThat(found).hasToString("2 READ6-11 n3");
    assertThat(view.extendedRecords(2, 0)).isEmpty();
  }

  private static void assertAnswers(LineageReader reader) {
    assertView(reader.until(10));
    StringBuilder found = new StringBuilder();
    reader.accessesOfObject(
        1,
        AccessMode.ALL,
        (p, o, mode, first, last, n, bytes, t, u) ->
            found.append(p + " " + mode + first + "-" + last + " n" + n + " b" + bytes));
    reader.operations(
        0, 2, (lsn, kind, p, o, bytes, time) -> found.append(", " + lsn + kind + bytes));
    reader.cuts(2, (p, begin, end, time) -> found.append(", cut " + begin + "-" + end));
    reader.causesOfProcess(2, (e, c, kind, lsn, time) -> found.append(", " + kind + c));
    reader.derivationsOfObject(2, (e, c, p, lsn, time) -> found.append(", from " + c + "@" + lsn));
    assertThat(found)
        .hasToString("2 READ6-11 n3 b300, 8WRITE10, 9WRITE10, cut 7-7, FORK1, from 1@10");
    assertThat(reader.process(2).exitStatus()).isZero();
    assertThat(reader.process(2).endLsn()).isEqualTo(12);
    assertThat(reader.objectByIdentity(Bytes.of("o2"))).isEqualTo(2);
    assertThat(reader.processesWithPid(1)).containsExactly(1L);
    assertThat(reader.processesOf(Bytes.of("/bin/cc"))).containsExactly(2L);
    assertThat(reader.resolve(Bytes.of("/src/a.c"), 12)).isEqualTo(1);
    assertThat(reader.resolve(Bytes.of("/old/a.o"), Lsn.LATEST)).isEqualTo(1);
    assertThat(reader.resolve(Bytes.of("/old/a.c"), Lsn.LATEST)).isZero();
    assertThat(reader.namesOf(2)).hasSize(3);
    assertThat(reader.snapshots().get(0).lsn()).isEqualTo(17);
    assertThat(reader.gaps().get(0).count()).isEqualTo(4);
    assertThat(reader.extendedRecords(2, 0).get(0).data()).isEqualTo(Bytes.of("patch"));
    assertThat(reader.extendedRecords(0, 2).get(0).data()).isEqualTo(Bytes.of("patch"));
    assertThat(reader.timeAt(12)).isEqualTo(RecordBatchBuilder.timeOf(12));
    assertThat(reader.lsnAt(RecordBatchBuilder.timeOf(12))).isEqualTo(12);
    assertThat(reader.firstLsnAfter(RecordBatchBuilder.timeOf(12))).isEqualTo(13);
  }

  private void unpack(String name) throws IOException {
    try (InputStream resource = getClass().getResourceAsStream(name);
        ZipInputStream zip = new ZipInputStream(resource)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Files.copy(zip, directory.resolve(entry.getName()));
      }
    }
  }

  /** Writes two stores and packs them into zip files, whose paths are the arguments. */
  public static void main(String[] args) throws IOException, URISyntaxException {
    zip(args[0], adapter -> write(adapter, new RecordBatchBuilder()));
    zip(args[1], adapter -> adapter.append(many(new RecordBatchBuilder())));
  }

  private static void zip(String archive, Consumer<StorageAdapter> writer)
      throws IOException, URISyntaxException {
    Path store = Files.createTempDirectory("store");
    try (StorageAdapter adapter = FACTORY.create(StorageConfig.at(store))) {
      adapter.open();
      writer.accept(adapter);
    }
    URI zip = new URI("jar:" + Path.of(archive).toAbsolutePath().toUri());
    try (FileSystem target = FileSystems.newFileSystem(zip, Map.of("create", "true"));
        var files = Files.list(store)) {
      files
          .filter(file -> !file.getFileName().toString().matches("LOCK|LOG.*"))
          .forEach(file -> copy(file, target.getPath(file.getFileName().toString())));
    }
    FileTree.delete(store);
  }

  private static void copy(Path from, Path to) {
    try {
      Files.copy(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
