// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Tests how often RocksDB rewrites unordered data. */
@Timeout(120)
class TiersTest {
  private static final int FLUSHES = 144;
  private static final int KEYS = 200;

  /** A value long enough to be stored in a blob file. */
  private static final int LONG_VALUE = 8 << 10;

  @TempDir Path directory;

  private final Random random = new Random(4711);

  @BeforeAll
  static void load() {
    NativeLibrary.load();
  }

  /** A database with the adapter's options. */
  private final class Opened implements AutoCloseable {
    final RocksOptions options =
        new RocksOptions(RocksDbConfig.of(new StorageConfig(directory, Map.of())));
    final List<ColumnFamilyHandle> families = new ArrayList<>();
    final RocksDB db;

    Opened() throws RocksDBException {
      db =
          RocksDB.open(
              options.writer(),
              directory.toString(),
              options.families(StoreFormat.NAMES),
              families);
    }

    void putAndFlush(int family, int valueBytes) throws RocksDBException {
      fill(db, families.get(family), valueBytes);
      try (FlushOptions waiting = new FlushOptions()) {
        db.flush(waiting, families);
      }
    }

    long files(int family) {
      byte[] name = StoreFormat.NAMES.get(family).getBytes(StandardCharsets.UTF_8);
      return db.getLiveFilesMetaData().stream()
          .filter(file -> Arrays.equals(file.columnFamilyName(), name))
          .count();
    }

    /** Waits for the end of merges, which begin with a dozen files and leave fewer. */
    void awaitMerges(int family) {
      while (files(family) > 12) {
        assertThat(Thread.interrupted()).as("timed out").isFalse();
        LockSupport.parkNanos(1_000_000);
      }
    }

    @Override
    public void close() {
      families.forEach(ColumnFamilyHandle::close);
      db.close();
      options.close();
    }
  }

  private void fill(RocksDB db, ColumnFamilyHandle family, int valueBytes) throws RocksDBException {
    byte[] key = new byte[16];
    byte[] value = new byte[valueBytes];
    for (int i = 0; i < KEYS; i++) {
      random.nextBytes(key);
      random.nextBytes(value);
      db.put(family, key, value);
    }
  }

  @Test
  void rewritesManyNamesOnlyAFewTimes() throws Exception {
    try (Opened opened = new Opened()) {
      for (int i = 0; i < FLUSHES; i++) {
        opened.putAndFlush(StoreFormat.PATHS, 32);
        opened.awaitMerges(StoreFormat.PATHS);
      }

      ColumnFamilyHandle paths = opened.families.get(StoreFormat.PATHS);
      Map<String, String> told = opened.db.getMapProperty(paths, "rocksdb.cfstats");
      double written = Double.parseDouble(told.get("compaction.Sum.WriteAmp"));
      assertThat(written).as("times that a byte was written").isBetween(1.5, 4.0);
    }
  }

  @Test
  void doesNotCopyLongFindings() throws Exception {
    try (Opened opened = new Opened()) {
      Set<String> flushed = new HashSet<>();
      for (int i = 0; i < 13; i++) {
        opened.putAndFlush(StoreFormat.EXTENDED, LONG_VALUE);
        flushed.addAll(blobs());
      }
      opened.awaitMerges(StoreFormat.EXTENDED);

      assertThat(blobs()).containsExactlyInAnyOrderElementsOf(flushed);
    }
  }

  private Set<String> blobs() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".blob"))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void continuesStoreWhoseNamesAreInLevels() throws Exception {
    int count = writeInLevels();

    try (Opened opened = new Opened()) {
      for (int i = 0; i < 30; i++) {
        opened.putAndFlush(StoreFormat.PATHS, 32);
      }
      opened.awaitMerges(StoreFormat.PATHS);
      assertThat(count(opened)).isEqualTo(count + 30 * KEYS);
      byte[] first = ByteBuffer.allocate(16).putLong(0).putLong(0).array();
      assertThat(opened.db.get(opened.families.get(StoreFormat.PATHS), first)).hasSize(1);
    }
  }

  private static int count(Opened opened) throws RocksDBException {
    int count = 0;
    try (var each = opened.db.newIterator(opened.families.get(StoreFormat.PATHS))) {
      for (each.seekToFirst(); each.isValid(); each.next()) {
        count++;
      }
      each.status();
    }
    return count;
  }

  /** Writes files on several levels, as older stores with RocksDB's defaults have them. */
  private int writeInLevels() throws RocksDBException {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (ColumnFamilyOptions levels =
            new ColumnFamilyOptions().setCompactionStyle(CompactionStyle.LEVEL);
        DBOptions creating =
            new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true)) {
      List<ColumnFamilyDescriptor> descriptors =
          StoreFormat.NAMES.stream()
              .map(
                  name -> new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), levels))
              .toList();
      try (RocksDB db = RocksDB.open(creating, directory.toString(), descriptors, handles);
          FlushOptions waiting = new FlushOptions()) {
        ColumnFamilyHandle paths = handles.get(StoreFormat.PATHS);
        for (long i = 0; i < 1000; i++) {
          db.put(paths, ByteBuffer.allocate(16).putLong(i).putLong(i).array(), new byte[1]);
        }
        db.flush(waiting, paths);
        db.compactRange(paths);
        fill(db, paths, 32);
        db.flush(waiting, paths);
        handles.forEach(ColumnFamilyHandle::close);
      }
    }
    return 1000 + KEYS;
  }
}
