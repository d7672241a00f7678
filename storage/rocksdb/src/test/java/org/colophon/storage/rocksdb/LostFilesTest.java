// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.CheckpointStorage;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.database.RocksDbConfig;
import org.colophon.storage.rocksdb.database.StoredFile;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damages table files. Each answer is complete or says that damage may concern it. */
class LostFilesTest {
  private static final RocksDbStorageAdapterFactory FACTORY = new RocksDbStorageAdapterFactory();
  private static final int SYNCS = 5;
  private static final int IDS_PER_SYNC = StoreFormat.GROUP_SIZE;
  private static final List<Long> IDS =
      LongStream.range(1, SYNCS * IDS_PER_SYNC).filter(id -> id % 7 == 1).boxed().toList();

  @TempDir private Path top;

  private Map<Long, List<String>> undamaged;

  /** Kinds of damage to a table file. */
  private enum Damage {
    MISSING {
      @Override
      void apply(Path file) throws IOException {
        Files.delete(file);
      }
    },
    CUT {
      @Override
      void apply(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      }
    },
    FLIPPED {
      @Override
      void apply(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[9] ^= 0x10; // in the first block of data
        Files.write(file, bytes);
      }
    },
    ZEROED_BLOCK {
      @Override
      void apply(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, 0, 64, (byte) 0);
        Files.write(file, bytes);
      }
    },
    ZEROED_END {
      @Override
      void apply(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, bytes.length - 64, bytes.length, (byte) 0);
        Files.write(file, bytes);
      }
    };

    abstract void apply(Path file) throws IOException;
  }

  @BeforeEach
  void fill() {
    try (StorageAdapter adapter = open(store())) {
      RecordBatchBuilder history = new RecordBatchBuilder();
      for (long id = 1; id < SYNCS * IDS_PER_SYNC; id++) {
        history.process(id, "/bin/p" + id).file(id, "/f" + id);
        history.access(OperationKind.WRITE, id, id, id).access(OperationKind.READ, id, 1, id);
        if (id % IDS_PER_SYNC == IDS_PER_SYNC - 1) {
          adapter.append(history.build());
          adapter.sync();
        }
      }
    }
    undamaged = read(FACTORY.openReader(StorageConfig.at(store())));
    assertThat(undamaged.values().toString()).doesNotContain(GapCause.STORE_DAMAGE.name());
  }

  private Path store() {
    return top.resolve("store");
  }

  private static StorageAdapter open(Path directory) {
    StorageAdapter adapter = FACTORY.create(StorageConfig.at(directory));
    adapter.open();
    return adapter;
  }

  private List<StoredFile> files(int family) {
    RocksDbConfig config = RocksDbConfig.of(StorageConfig.at(store()));
    try (Database database = Database.openReader(config, StoreFormat.NAMES)) {
      return database.files().stream()
          .filter(file -> file.family() == family)
          .sorted(StoredFile.ORDER)
          .toList();
    }
  }

  /** Asks one tolerant question about each id, and closes the reader. */
  private static Map<Long, List<String>> read(LineageReader reader) {
    try (reader) {
      return IDS.stream().collect(Collectors.toMap(id -> id, id -> ask(reader.tolerant(), id)));
    }
  }

  private static List<String> ask(LineageReader reader, long id) {
    List<String> lines = new ArrayList<>();
    lines.add(reader.process(id) + " " + reader.object(id));
    reader.accessesOfObject(
        id,
        AccessMode.ALL,
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            lines.add("o " + process + mode + first));
    reader.accessesOfProcess(
        id,
        AccessMode.ALL,
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            lines.add("p " + object + mode + first));
    lines.add("names " + reader.namesOf(id));
    lines.add("resolved " + reader.resolve(Bytes.of("/f" + id), Lsn.LATEST));
    reader.gaps().forEach(gap -> lines.add(gap.cause() + " " + gap.detail()));
    return lines;
  }

  private static boolean isMarked(List<String> answer) {
    return answer.get(answer.size() - 1).startsWith(GapCause.STORE_DAMAGE.name());
  }

  /** Requires that each answer is complete or marked. Returns the number of marked answers. */
  private int marked(LineageReader reader) {
    Map<Long, List<String>> found = read(reader);
    int marked = 0;
    for (long id : IDS) {
      if (isMarked(found.get(id))) {
        marked++;
      } else {
        assertThat(found.get(id)).as("about " + id).isEqualTo(undamaged.get(id));
      }
    }
    return marked;
  }

  private static void assertCorrupt(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
  }

  private Path damage(Damage kind, int family) throws IOException {
    List<StoredFile> files = files(family);
    Path file = store().resolve(files.get(files.size() / 2).name().substring(1));
    kind.apply(file);
    return file;
  }

  @ParameterizedTest
  @EnumSource
  void answersFromOtherFilesWhenFileOfFactsIsDamaged(Damage kind) throws IOException {
    for (int family : new int[] {StoreFormat.BY_OBJECT, StoreFormat.BY_PROCESS}) {
      Path healthy = Files.createDirectory(top.resolve("healthy" + family));
      copy(store(), healthy);
      Path file = damage(kind, family);
      int read = marked(FACTORY.openReader(StorageConfig.at(store())));
      assertThat(read).isBetween(1, IDS.size() / 2);
      assertThat(read(FACTORY.openReader(StorageConfig.at(store()))).values().toString())
          .contains(file.getFileName().toString());
      assertCorrupt(() -> FACTORY.verify(StorageConfig.at(store()), bytes -> {}));
      record(1_000 + family);
      assertThat(marked(FACTORY.openReader(StorageConfig.at(store())))).isEqualTo(read);
      FileTree.delete(store());
      Files.move(healthy, store());
    }
  }

  /** Opens the store for writing, and adds a process. */
  private void record(long id) {
    try (StorageAdapter adapter = open(store())) {
      long lsn = adapter.heldLsn() + 1;
      adapter.append(new RecordBatchBuilder().at(lsn).process(id, "/bin/new").build());
      adapter.sync();
      assertThat(adapter.reader().process(id)).isNotNull();
    }
    try (LineageReader reader = FACTORY.openReader(StorageConfig.at(store()))) {
      assertThat(reader.process(id)).isNotNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void marksEveryAnswerThatNeedsFileOfAnyOtherFamily(Damage kind) throws IOException {
    for (int family : new int[] {StoreFormat.PATHS, StoreFormat.META, 6, 7}) {
      if (files(family).isEmpty()) {
        continue;
      }
      Path healthy = Files.createDirectory(top.resolve("healthy" + family));
      copy(store(), healthy);
      damage(kind, family);
      assertThat(marked(FACTORY.openReader(StorageConfig.at(store()))))
          .as(StoreFormat.NAMES.get(family))
          .isPositive();
      record(1_000 + family);
      assertThat(marked(FACTORY.openReader(StorageConfig.at(store())))).isPositive();
      FileTree.delete(store());
      Files.move(healthy, store());
    }
  }

  @Test
  void remembersLostRangeInBackup() throws IOException {
    damage(Damage.MISSING, StoreFormat.BY_OBJECT);
    Path backup = top.resolve("backup");
    try (StorageAdapter adapter = open(store())) {
      ((CheckpointStorage) adapter).checkpoint(backup);
    }
    assertThat(marked(FACTORY.openReader(StorageConfig.at(backup)))).isPositive();
    assertCorrupt(() -> FACTORY.verify(StorageConfig.at(backup), bytes -> {}));
  }

  @Test
  void refusesStoreWhoseListOfLostFilesIsLost() throws IOException {
    damage(Damage.MISSING, StoreFormat.BY_OBJECT);
    open(store()).close();
    Files.delete(store().resolve("LOST"));
    assertCorrupt(() -> FACTORY.openReader(StorageConfig.at(store())));
    assertCorrupt(() -> open(store()));
  }

  @Test
  void keepsDamagedFileAside() throws IOException {
    Path file = damage(Damage.CUT, StoreFormat.BY_PROCESS);
    open(store()).close();
    assertThat(file).doesNotExist();
    assertThat(file.resolveSibling(file.getFileName() + ".damaged")).exists();
  }

  @Test
  void failsOutsideOfTolerantQuestions() throws IOException {
    damage(Damage.MISSING, StoreFormat.BY_OBJECT);
    try (LineageReader reader = FACTORY.openReader(StorageConfig.at(store()))) {
      assertThat(reader.damages()).hasSize(1);
      assertCorrupt(() -> IDS.forEach(reader::object));
      assertThat(reader.gaps()).isEmpty();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.list(from)) {
      for (Path each : files.toList()) {
        Files.copy(each, to.resolve(each.getFileName()));
      }
    }
  }
}
