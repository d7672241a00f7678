package org.colophon.storage.rocksdb;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.StorageConfig;
import org.rocksdb.CompressionType;

/**
 * The adapter's options, checked.
 *
 * @param folder where the store lies
 * @param bufferItems how many operations are gathered before they are sealed
 * @param readCacheBytes bound of the cache of decoded groups
 * @param blockCacheBytes bound of RocksDB's cache of blocks
 * @param memtableBytes how much RocksDB gathers for a column family before it writes a file
 * @param compression how RocksDB compresses its blocks
 * @param backgroundJobs how many threads RocksDB flushes and compacts with
 */
record RocksDbConfig(
    Path folder,
    int bufferItems,
    long readCacheBytes,
    long blockCacheBytes,
    long memtableBytes,
    CompressionType compression,
    int backgroundJobs) {
  private static final PluginOption BUFFER_ITEMS =
      new PluginOption("buffer-operations", "operations gathered before they are sealed", "131072");
  private static final PluginOption READ_CACHE =
      new PluginOption("read-cache-bytes", "bound of the cache of decoded groups", "64m");
  private static final PluginOption BLOCK_CACHE =
      new PluginOption("block-cache-bytes", "bound of RocksDB's cache of blocks", "32m");
  private static final PluginOption MEMTABLE =
      new PluginOption(
          "memtable-bytes",
          "what RocksDB gathers for a column family before a file; four times that of patches and"
              + " the like",
          "4m");
  private static final PluginOption COMPRESSION =
      new PluginOption("compression", "of blocks on disk: zstd, lz4 or none", "zstd");
  private static final PluginOption JOBS =
      new PluginOption("background-jobs", "threads that flush and compact", "2");

  /** Every option, for help and for refusing others. */
  static final List<PluginOption> OPTIONS =
      List.of(BUFFER_ITEMS, READ_CACHE, BLOCK_CACHE, MEMTABLE, COMPRESSION, JOBS);

  private static final long MIN_MEMTABLE = 64 << 10;
  private static final long MAX_BYTES = 1L << 40;

  static RocksDbConfig of(StorageConfig config) {
    Map<String, String> given = config.options();
    TreeSet<String> unknown = new TreeSet<>(given.keySet());
    OPTIONS.forEach(option -> unknown.remove(option.name()));
    if (!unknown.isEmpty()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "the rocksdb adapter has no option " + unknown + "; it has " + names());
    }
    return new RocksDbConfig(
        config.directory(),
        (int) number(given, BUFFER_ITEMS, 1, GroupSealer.MAX_ITEMS / 4),
        number(given, READ_CACHE, 0, MAX_BYTES),
        number(given, BLOCK_CACHE, 0, MAX_BYTES),
        number(given, MEMTABLE, MIN_MEMTABLE, MAX_BYTES),
        compression(given),
        (int) number(given, JOBS, 1, 64));
  }

  private static List<String> names() {
    return OPTIONS.stream().map(PluginOption::name).toList();
  }

  private static String text(Map<String, String> given, PluginOption option) {
    return given.getOrDefault(option.name(), option.defaultValue()).toLowerCase(Locale.ROOT);
  }

  private static long number(Map<String, String> given, PluginOption option, long min, long max) {
    String text = text(given, option);
    if (text.matches("\\d{1,12}[kmg]?")) {
      int unit = "kmg".indexOf(text.charAt(text.length() - 1));
      String digits = unit < 0 ? text : text.substring(0, text.length() - 1);
      long value = Long.parseLong(digits) << (10 * (unit + 1));
      if (value >= min && value <= max) {
        return value;
      }
    }
    throw refused(option, text, "a number from " + min + " to " + max + ", k, m or g after it");
  }

  private static CompressionType compression(Map<String, String> given) {
    String text = text(given, COMPRESSION);
    return switch (text) {
      case "zstd" -> CompressionType.ZSTD_COMPRESSION;
      case "lz4" -> CompressionType.LZ4_COMPRESSION;
      case "none" -> CompressionType.NO_COMPRESSION;
      default -> throw refused(COMPRESSION, text, "zstd, lz4 or none");
    };
  }

  private static ColophonException refused(PluginOption option, String text, String wanted) {
    return new ColophonException(
        ErrorCode.BAD_REQUEST,
        "the rocksdb adapter's option %s is '%s'; it must be %s"
            .formatted(option.name(), text, wanted));
  }
}
