// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.colophon.core.files.Descriptors;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionOptionsUniversal;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.WriteBufferManager;

/** Configures RocksDB. Owns the native options, which must outlive the database. */
final class RocksOptions implements AutoCloseable {
  private static final int BLOCK_BYTES = 16 << 10;
  private static final double BLOOM_BITS = 10;
  private static final int FORMAT_VERSION = 5;
  private static final double MEMTABLE_BLOOM_RATIO = 0.05;

  /** Packed groups are small, so a larger block has more similar ones to compress together. */
  private static final int GROUPED_BLOCK_BYTES = 32 << 10;

  /**
   * Compresses better than level 1 at nearly its speed. Trained dictionaries gain 5 % more, but
   * take three to five times as long.
   */
  private static final int ZSTD_LEVEL = 3;

  private static final int MIN_BLOB_BYTES = 4 << 10;

  /**
   * Enlarges the memtable of extended records. All families flush together, so each flush because
   * of these records adds small files to the other families.
   */
  private static final int EXTENDED_MEMTABLES = 4;

  /**
   * Files of level 0 that are merged at once. In families with ascending keys they move to the
   * level below, mostly unchanged. Other families merge files of similar size into one. So a record
   * is rewritten once each time its family has grown by a factor of some dozens.
   */
  private static final int LEVEL_0_FILES = 12;

  /**
   * Number of files that slows writers down, 16 more than a merge needs, as in RocksDB's defaults.
   */
  private static final int SLOWDOWN_FILES = LEVEL_0_FILES + 16;

  private static final int STOP_FILES = LEVEL_0_FILES + 32;

  /**
   * Limit of space amplification, too large to be reached: nothing is overwritten, so merging a
   * whole family would gain no space.
   */
  private static final int ANY_PERCENT = 1_000_000;

  /** Target size of a file. A merge of ascending keys rewrites only the last file. */
  private static final long FILE_BYTES = 16 << 20;

  /** Half of the limit of open files that most systems have by default. */
  private static final int MAX_WRITER_OPEN_FILES = 512;

  /** Divisor of the limit of descriptors; connections, the journal and others need the rest. */
  private static final int WRITER_SHARE_OF_DESCRIPTORS = 4;

  /** Bound of the memtables of all stores of this process; a single store needs a fifth of it. */
  private static final long ALL_MEMTABLES_BYTES = 256 << 20;

  /** Step in which a memtable grows. A store that records little needs one for each family. */
  private static final long ARENA_BLOCK_BYTES = 64 << 10;

  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final RocksDbConfig config;
  private final Cache blockCache;
  private final BloomFilter bloom;

  RocksOptions(RocksDbConfig config) {
    this.config = config;
    this.blockCache = own(new LRUCache(config.blockCacheBytes()));
    this.bloom = own(new BloomFilter(BLOOM_BITS));
  }

  /** Returns the directory of the store. */
  Path directory() {
    return config.directory();
  }

  /** Constructed after the native library is loaded. */
  private static final class Memtables {
    /** The cache only counts the bytes of the memtables. */
    static final WriteBufferManager BOUND =
        new WriteBufferManager(ALL_MEMTABLES_BYTES, new LRUCache(ALL_MEMTABLES_BYTES));
  }

  private <T extends AutoCloseable> T own(T resource) {
    owned.push(resource);
    return resource;
  }

  DBOptions writer() {
    int share = Descriptors.limit() / WRITER_SHARE_OF_DESCRIPTORS;
    return database().setMaxOpenFiles(Math.min(MAX_WRITER_OPEN_FILES, share));
  }

  /**
   * Returns the options of a reader. It opens all files at once, since the writer deletes replaced
   * ones.
   */
  DBOptions reader() {
    return database().setMaxOpenFiles(-1);
  }

  /** Returns the options of a reader that opens damaged stores, and reads no table files. */
  DBOptions unchecked() {
    return reader().setParanoidChecks(false);
  }

  /**
   * Returns the common options. The journal replaces the write-ahead log, so all families must
   * reach the disk together.
   */
  private DBOptions database() {
    return own(new DBOptions())
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setAtomicFlush(true)
        .setAvoidFlushDuringShutdown(true)
        .setAllowConcurrentMemtableWrite(false)
        .setMaxBackgroundJobs(config.backgroundJobs())
        .setMaxFileOpeningThreads(1)
        .setWriteBufferManager(Memtables.BOUND)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
        .setKeepLogFileNum(2);
  }

  /**
   * Configures each family.
   *
   * @param names the families of the store: the first of {@link StoreFormat#NAMES}
   */
  List<ColumnFamilyDescriptor> families(List<String> names) {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    for (int family = 0; family < names.size(); family++) {
      byte[] name = names.get(family).getBytes(StandardCharsets.UTF_8);
      families.add(new ColumnFamilyDescriptor(name, family(family)));
    }
    return families;
  }

  private ColumnFamilyOptions family(int family) {
    boolean isGrouped = StoreFormat.isGrouped(family);
    ColumnFamilyOptions options = own(new ColumnFamilyOptions());
    options
        .setWriteBufferSize(config.memtableBytes())
        .setArenaBlockSize(ARENA_BLOCK_BYTES)
        .setLevel0FileNumCompactionTrigger(LEVEL_0_FILES)
        .setLevel0SlowdownWritesTrigger(SLOWDOWN_FILES)
        .setLevel0StopWritesTrigger(STOP_FILES)
        .setTargetFileSizeBase(FILE_BYTES)
        .setCompressionType(config.compression())
        .setTableFormatConfig(table(family));
    if (config.compression() == CompressionType.ZSTD_COMPRESSION) {
      options.setCompressionOptions(own(new CompressionOptions()).setLevel(ZSTD_LEVEL));
    }
    if (isGrouped) {
      options
          .useFixedLengthPrefixExtractor(StoreFormat.GROUP_PREFIX)
          .setMemtablePrefixBloomSizeRatio(MEMTABLE_BLOOM_RATIO);
    }
    if (!StoreFormat.isInOrder(family)) {
      CompactionOptionsUniversal unordered = own(new CompactionOptionsUniversal());
      unordered.setMaxSizeAmplificationPercent(ANY_PERCENT);
      options
          .setCompactionStyle(CompactionStyle.UNIVERSAL)
          .setCompactionOptionsUniversal(unordered);
    }
    if (family == StoreFormat.EXTENDED) {
      // No garbage collection of blobs: nothing is overwritten, and pruning makes another store.
      options
          .setWriteBufferSize(EXTENDED_MEMTABLES * config.memtableBytes())
          .setEnableBlobFiles(true)
          .setMinBlobSize(MIN_BLOB_BYTES)
          .setBlobCompressionType(config.compression());
    }
    return options;
  }

  private BlockBasedTableConfig table(int family) {
    BlockBasedTableConfig table = new BlockBasedTableConfig();
    if (family != StoreFormat.PATHS) { // which is only read in ranges
      table.setFilterPolicy(bloom);
    }
    return table
        .setBlockSize(StoreFormat.isGrouped(family) ? GROUPED_BLOCK_BYTES : BLOCK_BYTES)
        .setBlockCache(blockCache)
        .setWholeKeyFiltering(!StoreFormat.isGrouped(family))
        .setCacheIndexAndFilterBlocks(true)
        .setPinL0FilterAndIndexBlocksInCache(true)
        .setFormatVersion(FORMAT_VERSION);
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      try {
        owned.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("cannot close native options", e);
      }
    }
  }
}
