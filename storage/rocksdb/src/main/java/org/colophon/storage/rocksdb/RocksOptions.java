package org.colophon.storage.rocksdb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.colophon.core.files.Descriptors;
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

/** How RocksDB is set up; owns the native options, which must outlive the database. */
final class RocksOptions implements AutoCloseable {
  private static final int BLOCK_BYTES = 16 << 10;
  private static final double BLOOM_BITS = 10;
  private static final int FORMAT_VERSION = 5;
  private static final double MEMTABLE_BLOOM_RATIO = 0.05;
  private static final int ZSTD_LEVEL = 1;
  private static final int MIN_BLOB_BYTES = 4 << 10;

  /**
   * Long extended records fill so many times what others do before they are written. All families
   * are flushed together, so that each flush for their sake adds a small file of names to those
   * that are merged.
   */
  private static final int EXTENDED_MEMTABLES = 4;

  /**
   * So many flushes are merged at once. In a family whose keys come in order they go to the level
   * below, mostly as they are. In the others they would overlap with all that lies there, so that
   * each merge rewrote the family, however large it is by then; there flushes become one file
   * beside others of their size, and these become one in turn: a record is rewritten once for each
   * time that the family has become some dozens of times as large. A reader looks into at most so
   * many.
   */
  private static final int LEVEL_0_FILES = 12;

  /** So many slow writers down, as far above as in RocksDB's defaults, and so many stop them. */
  private static final int SLOWED_AT = LEVEL_0_FILES + 16;

  private static final int STOPPED_AT = LEVEL_0_FILES + 32;

  /** Nothing is ever overwritten, so that room is no reason to merge all of a family. */
  private static final int ANY_PERCENT = 1_000_000;

  /** Only the last file overlaps with what is new and ascends: it is rewritten with each merge. */
  private static final long FILE_BYTES = 16 << 20;

  /** Half of what a process may open by the defaults of most systems. */
  private static final int MAX_WRITER_OPEN_FILES = 512;

  /** The rest is for connections, the journal and what else the process opens. */
  private static final int WRITER_SHARE_OF_DESCRIPTORS = 4;

  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final RocksDbConfig config;
  private final Cache blockCache;
  private final BloomFilter bloom;

  RocksOptions(RocksDbConfig config) {
    this.config = config;
    this.blockCache = own(new LRUCache(config.blockCacheBytes()));
    this.bloom = own(new BloomFilter(BLOOM_BITS));
  }

  private <T extends AutoCloseable> T own(T resource) {
    owned.push(resource);
    return resource;
  }

  DBOptions writer() {
    int share = Descriptors.limit() / WRITER_SHARE_OF_DESCRIPTORS;
    return database().setMaxOpenFiles(Math.min(MAX_WRITER_OPEN_FILES, share));
  }

  /** A reader opens all files at once, since the writer deletes those that it replaces. */
  DBOptions reader() {
    return database().setMaxOpenFiles(-1);
  }

  /**
   * The write-ahead log stays off, since the journal covers it; so all families must reach the disk
   * together.
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
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
        .setKeepLogFileNum(2);
  }

  /**
   * How each family is set up.
   *
   * @param names those that the store has, or is to have: the first of {@link StoreFormat#NAMES}
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
        .setLevel0FileNumCompactionTrigger(LEVEL_0_FILES)
        .setLevel0SlowdownWritesTrigger(SLOWED_AT)
        .setLevel0StopWritesTrigger(STOPPED_AT)
        .setTargetFileSizeBase(FILE_BYTES)
        .setCompressionType(config.compression())
        .setTableFormatConfig(table(isGrouped));
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
      // Without a collection of garbage in blobs, which copies them whether there is any or not:
      // nothing is ever overwritten or deleted, and pruning makes another store.
      options
          .setWriteBufferSize(EXTENDED_MEMTABLES * config.memtableBytes())
          .setEnableBlobFiles(true)
          .setMinBlobSize(MIN_BLOB_BYTES)
          .setBlobCompressionType(config.compression());
    }
    return options;
  }

  private BlockBasedTableConfig table(boolean isGrouped) {
    return new BlockBasedTableConfig()
        .setBlockSize(BLOCK_BYTES)
        .setBlockCache(blockCache)
        .setFilterPolicy(bloom)
        .setWholeKeyFiltering(!isGrouped)
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
        throw new IllegalStateException("native options do not close", e);
      }
    }
  }
}
