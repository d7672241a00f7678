// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.common.AdapterOptions;
import org.rocksdb.CompressionType;

/** The adapter's checked options, see {@link #OPTIONS}. */
public record RocksDbConfig(
    Path directory,
    int bufferItems,
    long readCacheBytes,
    long blockCacheBytes,
    long memtableBytes,
    CompressionType compression,
    int backgroundJobs) {
  private static final PluginOption BUFFER_ITEMS =
      new PluginOption("buffer-operations", "operations buffered before they are sealed", "131072");
  private static final PluginOption READ_CACHE =
      new PluginOption(
          "read-cache-bytes",
          "bound of the cache of decoded groups of all stores of a process",
          "64m");
  private static final PluginOption BLOCK_CACHE =
      new PluginOption("block-cache-bytes", "bound of RocksDB's cache of blocks", "32m");
  private static final PluginOption MEMTABLE =
      new PluginOption(
          "memtable-bytes",
          "size of a column family in memory before RocksDB writes a file; four times that for"
              + " extended records",
          "4m");
  private static final PluginOption COMPRESSION =
      new PluginOption("compression", "compression of blocks on disk: zstd, lz4 or none", "zstd");
  private static final PluginOption JOBS =
      new PluginOption("background-jobs", "threads that flush and compact", "2");

  /** All options, for the help text and to reject unknown ones. */
  public static final List<PluginOption> OPTIONS =
      List.of(BUFFER_ITEMS, READ_CACHE, BLOCK_CACHE, MEMTABLE, COMPRESSION, JOBS);

  /** A quarter of the items that a seal can address. */
  private static final int MAX_BUFFER_ITEMS = 1 << 20;

  private static final long MIN_MEMTABLE_BYTES = 64 << 10;
  private static final long MAX_BYTES = 1L << 40;

  public static RocksDbConfig of(StorageConfig config) {
    AdapterOptions options = AdapterOptions.of("rocksdb", OPTIONS, Set.of(), config);
    return new RocksDbConfig(
        config.directory(),
        (int) options.number(BUFFER_ITEMS, 1, MAX_BUFFER_ITEMS),
        options.number(READ_CACHE, 0, MAX_BYTES),
        options.number(BLOCK_CACHE, 0, MAX_BYTES),
        options.number(MEMTABLE, MIN_MEMTABLE_BYTES, MAX_BYTES),
        compression(options),
        (int) options.number(JOBS, 1, 64));
  }

  private static CompressionType compression(AdapterOptions options) {
    return switch (options.text(COMPRESSION).toLowerCase(Locale.ROOT)) {
      case "zstd" -> CompressionType.ZSTD_COMPRESSION;
      case "lz4" -> CompressionType.LZ4_COMPRESSION;
      case "none" -> CompressionType.NO_COMPRESSION;
      default -> throw options.refused(COMPRESSION, "zstd, lz4 or none");
    };
  }
}
