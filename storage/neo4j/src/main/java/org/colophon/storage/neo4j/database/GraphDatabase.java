// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Function;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.cypher.BoltEndpoint;
import org.colophon.storage.neo4j.access.BoltLogin;
import org.colophon.storage.neo4j.access.GuardedBuilder;
import org.colophon.storage.neo4j.access.GuardedProcedures;
import org.neo4j.configuration.GraphDatabaseInternalSettings;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.connectors.HttpsConnector;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.kernel.api.procedure.GlobalProcedures;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * A running database with its schema. All users of a directory in this process share one database,
 * see {@link OpenDatabases}. Failures are translated. Any thread.
 */
public final class GraphDatabase {
  private static final Duration LOCK_WAIT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT_PRECISION = Duration.ofMillis(100);
  private static final long LOG_FILE_BYTES = 64 << 20;

  /** Bounds the logs that Neo4j keeps and replays after a crash. */
  private static final Duration CHECKPOINT_EVERY = Duration.ofMinutes(1);

  private final Neo4jConfig config;
  private final Neo4jDirectory files;
  private final DatabaseManagementService management;
  private final GraphDatabaseService service;
  private final long booksNode;
  private final GuardedBuilder builder;
  private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();

  /** Hides partial commits from readers, since Neo4j applies a commit step by step. */
  private final StampedLock commits = new StampedLock();

  private volatile StoreState state;
  private volatile Optional<BoltEndpoint> bolt = Optional.empty();
  private volatile boolean isOpen = true;

  private GraphDatabase(
      Neo4jConfig config,
      Neo4jDirectory files,
      GuardedBuilder builder,
      DatabaseManagementService management) {
    this.config = config;
    this.builder = builder;
    this.files = files;
    this.management = management;
    this.service = management.database(GraphDatabaseSettings.DEFAULT_DATABASE_NAME);
    GraphSchema.create(service);
    this.booksNode = GraphSchema.booksNode(service);
    try (Transaction transaction = service.beginTx()) {
      this.state = StoreState.of(EntityIds.node(transaction, booksNode));
    }
  }

  /**
   * Starts Neo4j, which recovers after a crash. Takes seconds.
   *
   * @param listens whether Bolt clients may connect at once rather than after {@link #listen}
   */
  static GraphDatabase start(Neo4jConfig config, Neo4jDirectory files, boolean listens) {
    files.lock();
    DatabaseManagementService management = null;
    try {
      files.prepare();
      GuardedBuilder builder = builder(config, listens);
      management = builder.build();
      GuardedProcedures.removeOthers(procedures(management));
      GraphDatabase database = new GraphDatabase(config, files, builder, management);
      if (listens && config.bolt().isOn()) {
        BoltLogin.setPassword(management, config.directory());
        database.publishEndpoint();
      }
      return database;
    } catch (RuntimeException e) {
      try {
        if (management != null) {
          management.shutdown();
        }
      } catch (RuntimeException later) {
        e.addSuppressed(later);
      } finally {
        files.unlock();
      }
      throw Neo4jFailures.translate(e, config.directory(), "opening");
    }
  }

  private static GlobalProcedures procedures(DatabaseManagementService management) {
    return ((GraphDatabaseAPI) management.database(GraphDatabaseSettings.SYSTEM_DATABASE_NAME))
        .getDependencyResolver()
        .resolveDependency(GlobalProcedures.class);
  }

  private void publishEndpoint() {
    bolt = Optional.of(BoltLogin.endpoint(management, config.directory(), config.bolt()));
  }

  /**
   * Listens for Bolt clients, if allowed, in a database that was started without a listener.
   *
   * @throws ColophonException ADAPTER_FAILED if another program listens there
   */
  public synchronized void listen() {
    requireOpen();
    if (bolt.isPresent() || !config.bolt().isOn()) {
      return;
    }
    try {
      BoltLogin.setPassword(management, config.directory()); // before the first client
      builder.listen();
      publishEndpoint();
    } catch (RuntimeException e) {
      throw Neo4jFailures.translate(e, config.directory(), "listening for Bolt clients of");
    }
  }

  private static GuardedBuilder builder(Neo4jConfig config, boolean listens) {
    GuardedBuilder builder =
        new GuardedBuilder(config.directory(), config.bolt(), listens, config.mayWrite());
    builder
        .setConfig(GraphDatabaseSettings.pagecache_memory, config.pageCacheBytes())
        .setConfig(
            GraphDatabaseSettings.memory_transaction_global_max_size, config.transactionBytes())
        .setConfig(GraphDatabaseSettings.lock_acquisition_timeout, LOCK_WAIT)
        .setConfig(GraphDatabaseSettings.preallocate_logical_logs, false)
        .setConfig(GraphDatabaseSettings.logical_log_rotation_threshold, LOG_FILE_BYTES)
        .setConfig(GraphDatabaseSettings.keep_logical_logs, "keep_none")
        .setConfig(GraphDatabaseSettings.check_point_interval_time, CHECKPOINT_EVERY)
        .setConfig(GraphDatabaseSettings.udc_enabled, false)
        .setConfig(GraphDatabaseSettings.log_queries, GraphDatabaseSettings.LogQueryLevel.OFF)
        .setConfig(GraphDatabaseSettings.debug_log_enabled, false)
        .setConfig(GraphDatabaseSettings.pagecache_warmup_enabled, false)
        .setConfig(GraphDatabaseInternalSettings.netty_server_shutdown_quiet_period, 0)
        .setConfig(
            GraphDatabaseInternalSettings.netty_server_shutdown_timeout, Duration.ofSeconds(1))
        .setConfig(HttpConnector.enabled, false)
        .setConfig(HttpsConnector.enabled, false)
        .setConfig(GraphDatabaseSettings.cypher_hints_error, true)
        .setConfig(GraphDatabaseSettings.transaction_monitor_check_interval, TIMEOUT_PRECISION);
    return builder;
  }

  public Neo4jConfig config() {
    return config;
  }

  public Path directory() {
    return config.directory();
  }

  /** Returns the database of the graph. */
  public GraphDatabaseService service() {
    requireOpen();
    return service;
  }

  /** Returns the management service, for users and listeners. */
  public DatabaseManagementService management() {
    requireOpen();
    return management;
  }

  /** Returns the endpoint for Bolt clients, if there is one. */
  public Optional<BoltEndpoint> bolt() {
    return bolt;
  }

  /**
   * Runs a query in its own read transaction on the calling thread. If a window is committed
   * meanwhile, the query runs again, so that it sees whole windows. A query must not start another
   * one.
   */
  public <T> T read(Function<Transaction, T> question) {
    requireOpen();
    long stamp = commits.tryOptimisticRead();
    if (stamp != 0) {
      try {
        T answer = readTransaction(question);
        if (commits.validate(stamp)) {
          return answer;
        }
      } catch (ColophonException e) {
        if (commits.validate(stamp)) {
          throw e;
        }
      }
    }
    stamp = commits.readLock();
    try {
      return readTransaction(question);
    } finally {
      commits.unlockRead(stamp);
    }
  }

  private <T> T readTransaction(Function<Transaction, T> question) {
    try (Transaction transaction = service.beginTx()) {
      return question.apply(transaction);
    } catch (ColophonException e) {
      throw e;
    } catch (RuntimeException e) {
      throw Neo4jFailures.translate(e, config.directory(), "reading");
    }
  }

  /** Begins a transaction of the writer, without the time limit of statements. */
  public Transaction beginWindow() {
    requireOpen();
    return service.beginTx(0, TimeUnit.SECONDS);
  }

  /** Commits a transaction of the writer, excluding every {@link #read}. */
  public void commit(Transaction transaction) {
    long stamp = commits.writeLock();
    try {
      transaction.commit();
    } finally {
      commits.unlockWrite(stamp);
    }
  }

  /** Returns the Neo4j id of the {@code Colophon} node, which holds the {@link StoreState}. */
  public long booksNode() {
    return booksNode;
  }

  /** Returns the state after the last committed transaction of the writer. */
  public StoreState state() {
    return state;
  }

  /** Sets the state after a commit of the writer. */
  public void committed(StoreState now) {
    state = now;
  }

  /**
   * Returns the one object of a type that all users share, created on first use. If it is
   * closeable, it is closed before the database shuts down.
   */
  public <T> T shared(Class<T> type, Function<GraphDatabase, T> maker) {
    return type.cast(shared.computeIfAbsent(type, each -> maker.apply(this)));
  }

  /** Returns the size of the database on disk in bytes. */
  public long diskBytes() {
    return files.diskBytes();
  }

  /** Fails with ADAPTER_FAILED after the last user released the database. */
  public void requireOpen() {
    if (!isOpen) {
      throw ErrorCode.ADAPTER_FAILED.exception(
          "the graph in " + config.directory() + " is not open; open it again");
    }
  }

  /** Shuts down. Releases the lock even if a damaged database cannot close. */
  void shutDown() {
    isOpen = false;
    try {
      try {
        for (Object each : shared.values()) {
          if (each instanceof AutoCloseable closeable) {
            closeable.close();
          }
        }
      } finally {
        management.shutdown();
      }
    } catch (Exception e) {
      throw Neo4jFailures.translate(e, config.directory(), "closing");
    } finally {
      files.unlock();
    }
  }
}
