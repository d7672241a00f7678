package org.colophon.storage.neo4j.database;

import java.nio.channels.FileChannel;
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
 * A running database with its schema in place. Shared by everything in this process that uses its
 * folder, see {@link OpenDatabases}; any thread. What goes wrong in it comes out in Colophon's
 * terms.
 */
public final class GraphDatabase {
  private static final Duration LOCK_WAIT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT_PRECISION = Duration.ofMillis(100);
  private static final long LOG_FILE_BYTES = 64 << 20;

  /**
   * Neo4j keeps its logs, and reads them again after a crash, from the last checkpoint on. Its own
   * quarter of an hour is gigabytes where transactions are large and follow each other.
   */
  private static final Duration CHECKPOINT_EVERY = Duration.ofMinutes(1);

  private final Neo4jConfig config;
  private final FileChannel lock;
  private final DatabaseManagementService management;
  private final GraphDatabaseService service;
  private final long booksNode;
  private final GuardedBuilder builder;
  private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();

  /**
   * Neo4j carries out a commit piece by piece in sight of readers: without this a path that a
   * rename gives to another file is nobody's for a moment.
   */
  private final StampedLock commits = new StampedLock();

  private volatile StoreState state;
  private volatile Optional<BoltEndpoint> bolt = Optional.empty();
  private volatile boolean isOpen = true;

  private GraphDatabase(
      Neo4jConfig config,
      FileChannel lock,
      GuardedBuilder builder,
      DatabaseManagementService management) {
    this.config = config;
    this.builder = builder;
    this.lock = lock;
    this.management = management;
    this.service = management.database(GraphDatabaseSettings.DEFAULT_DATABASE_NAME);
    GraphSchema.create(service);
    this.booksNode = GraphSchema.booksNode(service);
    try (Transaction transaction = service.beginTx()) {
      this.state = StoreState.of(EntityIds.node(transaction, booksNode));
    }
  }

  /**
   * Starts Neo4j, which mends what a crash left. Seconds.
   *
   * @param listens whether Bolt clients may come at once; else from {@link #listen} on
   */
  static GraphDatabase start(Neo4jConfig config, StoreFolder folder, boolean listens) {
    FileChannel lock = folder.lock();
    DatabaseManagementService management = null;
    try {
      folder.prepare();
      GuardedBuilder builder = builder(config, listens);
      management = builder.build();
      GuardedProcedures.removeOthers(procedures(management));
      GraphDatabase database = new GraphDatabase(config, lock, builder, management);
      if (listens && config.bolt().isOn()) {
        BoltLogin.setPassword(management, config.folder());
        database.tellWhere();
      }
      return database;
    } catch (RuntimeException e) {
      if (management != null) {
        management.shutdown();
      }
      StoreFolder.close(lock);
      throw Neo4jFailures.translate(e, config.folder(), "opening");
    }
  }

  private static GlobalProcedures procedures(DatabaseManagementService management) {
    return ((GraphDatabaseAPI) management.database(GraphDatabaseSettings.SYSTEM_DATABASE_NAME))
        .getDependencyResolver()
        .resolveDependency(GlobalProcedures.class);
  }

  private void tellWhere() {
    bolt = Optional.of(BoltLogin.endpoint(management, config.folder(), config.bolt()));
  }

  /**
   * Has Bolt clients come, if they may, to a database that was started without listening.
   *
   * @throws ColophonException ADAPTER_FAILED if another program listens there by now
   */
  public synchronized void listen() {
    requireOpen();
    if (bolt.isPresent() || !config.bolt().isOn()) {
      return;
    }
    try {
      BoltLogin.setPassword(management, config.folder()); // or who comes at once is refused
      builder.listen();
      tellWhere();
    } catch (RuntimeException e) {
      throw Neo4jFailures.translate(e, config.folder(), "listening for Bolt clients of");
    }
  }

  private static GuardedBuilder builder(Neo4jConfig config, boolean listens) {
    GuardedBuilder builder =
        new GuardedBuilder(config.folder(), config.bolt(), listens, config.mayWrite());
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

  public Path folder() {
    return config.folder();
  }

  /** The database that holds the graph, for whoever needs more than a transaction. */
  public GraphDatabaseService service() {
    requireOpen();
    return service;
  }

  /** Neo4j as a whole, for what concerns users and listeners. */
  public DatabaseManagementService management() {
    requireOpen();
    return management;
  }

  /** Where Bolt clients reach it, if it listens. */
  public Optional<BoltEndpoint> bolt() {
    return bolt;
  }

  /**
   * Runs a question in a read transaction of its own, on the calling thread. It sees what the
   * writer committed wholly or not at all, for which it may be asked twice; it must not ask another
   * one meanwhile.
   */
  public <T> T read(Function<Transaction, T> question) {
    requireOpen();
    long stamp = commits.tryOptimisticRead();
    if (stamp != 0) {
      try {
        T answer = ask(question);
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
      return ask(question);
    } finally {
      commits.unlockRead(stamp);
    }
  }

  private <T> T ask(Function<Transaction, T> question) {
    try (Transaction transaction = service.beginTx()) {
      return question.apply(transaction);
    } catch (ColophonException e) {
      throw e;
    } catch (RuntimeException e) {
      throw Neo4jFailures.translate(e, config.folder(), "reading");
    }
  }

  /** Begins a transaction of the writer. The time limit of statements does not end it. */
  public Transaction beginWindow() {
    requireOpen();
    return service.beginTx(0, TimeUnit.SECONDS);
  }

  /** Commits a transaction of the writer while no {@link #read} looks. */
  public void commit(Transaction transaction) {
    long stamp = commits.writeLock();
    try {
      transaction.commit();
    } finally {
      commits.unlockWrite(stamp);
    }
  }

  /** The Neo4j id of the {@code Colophon} node, which holds the {@link StoreState}. */
  public long booksNode() {
    return booksNode;
  }

  /** What the last committed transaction of the writer left. */
  public StoreState state() {
    return state;
  }

  /** Called by the writer after its transaction was committed. */
  public void committed(StoreState now) {
    state = now;
  }

  /**
   * What all users of this database share: the one object of its type, made when first asked for,
   * and closed, if it can be, before the database is shut down.
   */
  public <T> T shared(Class<T> type, Function<GraphDatabase, T> maker) {
    return type.cast(shared.computeIfAbsent(type, each -> maker.apply(this)));
  }

  /** What the database takes on disk, in bytes. */
  public long diskBytes() {
    return new StoreFolder(config.folder()).diskBytes();
  }

  /** Fails with ADAPTER_FAILED once the last user gave the database back. */
  public void requireOpen() {
    if (!isOpen) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED, "the graph in " + config.folder() + " is not open");
    }
  }

  void shutDown() {
    isOpen = false;
    try {
      for (Object each : shared.values()) {
        if (each instanceof AutoCloseable closeable) {
          closeable.close();
        }
      }
    } catch (Exception e) {
      throw Neo4jFailures.translate(e, config.folder(), "closing");
    } finally {
      management.shutdown();
      StoreFolder.close(lock);
    }
  }
}
