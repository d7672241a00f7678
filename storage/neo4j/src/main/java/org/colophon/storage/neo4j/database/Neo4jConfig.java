// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.common.AdapterOptions;
import org.colophon.storage.neo4j.access.BoltAddress;

/**
 * The adapter's checked options. Those of the first opener in a process apply to the whole
 * database.
 */
public record Neo4jConfig(
    Path directory,
    int batchOperations,
    int batchMillis,
    int rememberedIds,
    long readCacheBytes,
    long pageCacheBytes,
    long transactionBytes,
    BoltAddress bolt,
    boolean mayWrite) {
  private static final PluginOption BATCH_OPERATIONS =
      new PluginOption("batch-operations", "records collected for a transaction", "8000");
  private static final PluginOption BATCH_MILLIS =
      new PluginOption("batch-millis", "maximum time to collect them", "1000");
  private static final PluginOption REMEMBERED_IDS =
      new PluginOption(
          "remembered-ids", "ids of nodes, and of open intervals, that the writer remembers", "1m");
  private static final PluginOption READ_CACHE =
      new PluginOption("read-cache-bytes", "bound of the cache of decoded facts", "64m");
  private static final PluginOption PAGE_CACHE =
      new PluginOption("page-cache-bytes", "Neo4j's cache of its files, outside the heap", "64m");
  private static final PluginOption TRANSACTION =
      new PluginOption(
          "transaction-bytes",
          "heap for all transactions together; at most half of the JVM's heap",
          "512m");
  private static final PluginOption BOLT =
      new PluginOption(
          "bolt", "address for Bolt clients: HOST:PORT on loopback, or off", BoltAddress.OFF);
  private static final PluginOption CYPHER_WRITE =
      new PluginOption(
          "cypher-write",
          "whether statements may write their own nodes and relationships, named x_...",
          "false");

  /** All options, for the help text and to reject unknown ones. */
  public static final List<PluginOption> OPTIONS =
      List.of(
          BATCH_OPERATIONS,
          BATCH_MILLIS,
          REMEMBERED_IDS,
          READ_CACHE,
          PAGE_CACHE,
          TRANSACTION,
          BOLT,
          CYPHER_WRITE);

  /** Former option without effect, which older stores may list. */
  private static final String FORMER_BOLT_WRITE = "bolt-write";

  private static final int MAX_OPERATIONS = 1 << 20;
  private static final int MAX_MILLIS = 3_600_000;
  private static final int MAX_REMEMBERED = 1 << 28;
  private static final long MIN_CACHE_BYTES = 8 << 20;
  private static final long MIN_TRANSACTION_BYTES = 16 << 20;
  private static final long MAX_BYTES = 1L << 40;

  /**
   * Checks the options.
   *
   * @throws ColophonException BAD_REQUEST for an unknown option or a value out of range
   */
  public static Neo4jConfig of(StorageConfig config) {
    AdapterOptions options = AdapterOptions.of("neo4j", OPTIONS, Set.of(FORMER_BOLT_WRITE), config);
    return new Neo4jConfig(
        config.directory(),
        (int) options.number(BATCH_OPERATIONS, 1, MAX_OPERATIONS),
        (int) options.number(BATCH_MILLIS, 1, MAX_MILLIS),
        (int) options.number(REMEMBERED_IDS, 1, MAX_REMEMBERED),
        options.number(READ_CACHE, 0, MAX_BYTES),
        options.number(PAGE_CACHE, MIN_CACHE_BYTES, MAX_BYTES),
        Math.min(
            options.number(TRANSACTION, MIN_TRANSACTION_BYTES, MAX_BYTES),
            Math.max(MIN_TRANSACTION_BYTES, Runtime.getRuntime().maxMemory() / 2)),
        BoltAddress.of(options.text(BOLT).toLowerCase(Locale.ROOT)),
        options.flag(CYPHER_WRITE, "true", "false"));
  }
}
