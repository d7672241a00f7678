package org.colophon.storage.neo4j.database;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.neo4j.access.BoltAddress;

/**
 * The adapter's options, checked. What concerns the database as a whole holds as whoever opens it
 * first in a process says.
 *
 * @param folder where the store lies
 * @param batchOperations how many records are gathered before they are written as one transaction
 * @param batchMillis how long they are gathered at most, in milliseconds
 * @param rememberedIds how many ids of nodes and of open intervals the writer remembers each
 * @param readCacheBytes bound of the readers' cache of decoded facts
 * @param pageCacheBytes Neo4j's cache of its files, outside the heap
 * @param transactionBytes heap that all transactions may use together; half of it at most
 * @param bolt where to listen for Bolt clients, if at all
 * @param mayWrite whether statements that ask for it, and Bolt clients, may write labels and types
 *     of their own
 */
public record Neo4jConfig(
    Path folder,
    int batchOperations,
    int batchMillis,
    int rememberedIds,
    long readCacheBytes,
    long pageCacheBytes,
    long transactionBytes,
    BoltAddress bolt,
    boolean mayWrite) {
  private static final PluginOption BATCH_OPERATIONS =
      new PluginOption(
          "batch-operations", "records gathered before they are written as a transaction", "8000");
  private static final PluginOption BATCH_MILLIS =
      new PluginOption("batch-millis", "milliseconds that they are gathered at most", "1000");
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
          "heap that all transactions may use together, half of it at most",
          "512m");
  private static final PluginOption BOLT =
      new PluginOption(
          "bolt",
          "where to listen for Bolt clients: HOST:PORT on loopback, or off",
          BoltAddress.OFF);
  private static final PluginOption CYPHER_WRITE =
      new PluginOption(
          "cypher-write",
          "whether statements may write nodes and relationships of their own, named x_...",
          "false");

  /** Every option, for help and for refusing others. */
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

  /** Stores from before {@link #CYPHER_WRITE} may list it. It allows nothing any longer. */
  private static final String FORMER_BOLT_WRITE = "bolt-write";

  private static final int MAX_OPERATIONS = 1 << 20;
  private static final int MAX_MILLIS = 3_600_000;
  private static final int MAX_REMEMBERED = 1 << 28;
  private static final long MIN_CACHE = 8 << 20;
  private static final long MIN_TRANSACTION = 16 << 20;
  private static final long MAX_BYTES = 1L << 40;

  /**
   * Checks the options.
   *
   * @throws ColophonException BAD_REQUEST for an unknown option or a value out of range
   */
  public static Neo4jConfig of(StorageConfig config) {
    Map<String, String> given = config.options();
    TreeSet<String> unknown = new TreeSet<>(given.keySet());
    OPTIONS.forEach(option -> unknown.remove(option.name()));
    unknown.remove(FORMER_BOLT_WRITE);
    if (!unknown.isEmpty()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "the neo4j adapter has no option " + unknown + "; it has " + names());
    }
    return new Neo4jConfig(
        config.directory(),
        (int) number(given, BATCH_OPERATIONS, 1, MAX_OPERATIONS),
        (int) number(given, BATCH_MILLIS, 1, MAX_MILLIS),
        (int) number(given, REMEMBERED_IDS, 1, MAX_REMEMBERED),
        number(given, READ_CACHE, 0, MAX_BYTES),
        number(given, PAGE_CACHE, MIN_CACHE, MAX_BYTES),
        Math.min(
            number(given, TRANSACTION, MIN_TRANSACTION, MAX_BYTES),
            Math.max(MIN_TRANSACTION, Runtime.getRuntime().maxMemory() / 2)),
        BoltAddress.of(text(given, BOLT)),
        truth(given, CYPHER_WRITE));
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
      long count = Long.parseLong(digits);
      int shift = 10 * (unit + 1);
      if (count <= max >> shift && count << shift >= min) {
        return count << shift;
      }
    }
    throw refused(option, text, "a number from " + min + " to " + max + ", k, m or g after it");
  }

  private static boolean truth(Map<String, String> given, PluginOption option) {
    String text = text(given, option);
    if (!text.equals("true") && !text.equals("false")) {
      throw refused(option, text, "true or false");
    }
    return text.equals("true");
  }

  private static ColophonException refused(PluginOption option, String text, String wanted) {
    return new ColophonException(
        ErrorCode.BAD_REQUEST,
        "the neo4j adapter's option %s is '%s'; it must be %s"
            .formatted(option.name(), text, wanted));
  }
}
