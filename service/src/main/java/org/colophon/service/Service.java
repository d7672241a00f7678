package org.colophon.service;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.colophon.client.protocol.ServiceAddress;
import org.colophon.core.error.ColophonException;
import org.colophon.core.feed.ArchiveStatus;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.host.StoreHost;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.state.KernelState;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.history.certified.LogCopy;
import org.colophon.history.index.HostAppliers;
import org.colophon.query.across.HostReaders;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.service.audit.AuditLog;
import org.colophon.service.audit.ControlCall;
import org.colophon.service.config.ConfigChanges;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.endpoint.BackupEndpoint;
import org.colophon.service.endpoint.CypherEndpoint;
import org.colophon.service.endpoint.ExplorerEndpoints;
import org.colophon.service.endpoint.HostsEndpoint;
import org.colophon.service.endpoint.IngestEndpoints;
import org.colophon.service.endpoint.ReaderSource;
import org.colophon.service.endpoint.Readers;
import org.colophon.service.endpoint.ReporterEndpoints;
import org.colophon.service.endpoint.RetentionEndpoints;
import org.colophon.service.endpoint.SnapshotEndpoint;
import org.colophon.service.endpoint.StatusEndpoints;
import org.colophon.service.health.CorruptionLog;
import org.colophon.service.health.Health;
import org.colophon.service.health.StoreWatch;
import org.colophon.service.host.FramesEndpoint;
import org.colophon.service.host.HostStore;
import org.colophon.service.host.HostStores;
import org.colophon.service.host.node.NodeEndpoints;
import org.colophon.service.http.Route;
import org.colophon.service.http.server.HttpServer;
import org.colophon.service.ingest.Ingester;
import org.colophon.service.ingest.SinkPool;
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.reporter.ReporterManager;
import org.colophon.service.reporter.RunState;
import org.colophon.service.retention.RetentionScheduler;
import org.colophon.service.session.Sessions;
import org.colophon.service.sink.OperationTap;
import org.colophon.service.source.FinishedRuns;
import org.colophon.service.source.Sources;
import org.colophon.service.tail.JournalEndpoint;
import org.colophon.service.tail.TailHub;

/**
 * A long-lived service: one store's kernel, adapters and reporters behind the HTTP API.
 *
 * <ol>
 *   <li>{@link #start} opens and recovers the store, attaches the reporters, and listens last.
 *   <li>{@link #stop}, from any thread, closes the connectors, ends requests and reporters, and
 *       closes the store.
 *   <li>{@link #awaitStopped} returns after that, or when the kernel failed and no reporter such as
 *       a mount still needs the service.
 * </ol>
 *
 * <p>Acknowledged operations are on disk, so a stop that takes too long loses nothing.
 */
public final class Service {
  private static final Logger LOG = System.getLogger(Service.class.getName());
  private static final int TICKS_BETWEEN_LOOKS_AT_RECORDERS = TailHub.TICKS_A_SECOND * 5;
  private static final int TICKS_AN_HOUR = TailHub.TICKS_A_SECOND * 3600;

  private final ServiceConfig config;
  private final Kernel kernel;
  private final ReporterManager reporters;
  private final TailHub tails;
  private final RetentionScheduler retention;
  private final HttpServer http;
  private final ScheduledThreadPoolExecutor clock;
  private final StoreWatch watch;
  private final CorruptionLog corruption = new CorruptionLog();
  private final AuditLog audit;
  private final List<Route> routes;
  private final HostStores hosts;
  private final String mainAdapter;
  private final FinishedRuns endedRuns;
  private final HistoryCopies copies;
  private final List<Route> hostRoutes;
  private final JournalEndpoint journal;
  private final String instance = UUID.randomUUID().toString();
  private final Sessions sessions = new Sessions(System::nanoTime);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile RunState state = RunState.STARTING;
  private boolean isStopping;
  private int ticks;

  private Service(ServiceConfig config, Kernel kernel) {
    this.config = config;
    this.kernel = kernel;
    this.clock = newClock();
    this.audit = AuditLog.ofStore(config.store());
    this.watch = new StoreWatch(config.store(), System::currentTimeMillis, System::nanoTime);
    OperationTap tap = new OperationTap(TailHub.OPERATIONS_A_TICK);
    this.reporters = new ReporterManager(kernel, config, tap);
    this.retention =
        new RetentionScheduler(
            kernel, config.retention(), config.limits().requestTime(), corruption);
    this.tails = new TailHub(kernel::status, retention::state, tap, config.limits().tails());
    SinkPool sinks = new SinkPool(kernel, tap);
    Sources sources = new Sources(kernel, sinks, config.limits().lineBytes());
    this.endedRuns = new FinishedRuns(sources, System::nanoTime);
    this.copies =
        new HistoryCopies(config, kernel, instance, this::follow, this::observe, this::hostRoutes);
    ServiceMetrics metrics =
        new ServiceMetrics(kernel::status, reporters::list, tails::size, sources, corruption);
    metrics.retention(retention::state);
    metrics.host(config.store(), config.journal().budgetBytes());
    metrics.losses(kernel.losses().size());
    Supplier<Optional<ArchiveStatus>> archive = () -> kernel.feeds().archiveStatus();
    archive.get().ifPresent(unused -> metrics.archive(() -> archive.get().orElseThrow()));
    copies.all().forEach(metrics::add);
    this.mainAdapter = Readers.readable(config.adapters());
    this.journal = new JournalEndpoint(kernel, copies::chain, copies::head);
    this.hosts =
        new HostStores(
            config.store(),
            kernel.owner(),
            this::openHost,
            System::nanoTime,
            copies::isOwned,
            hostId -> !copies.failure(hostId).isEmpty(),
            copies.elsewhere(),
            config.replication().shared());
    this.hostRoutes = storeRoutes(kernel, config, sinks, sources, retention, copies.copiedLog());
    this.routes = routes(sources, metrics);
    this.http =
        new HttpServer(config, routes, hosts, metrics, audit, kernel.backgroundThreads(), sessions);
  }

  private HostAppliers.Lease follow(StoreHost host, long storeId) {
    return hosts.follow(host, storeId);
  }

  private void observe(StoreHost host, long millis) {
    hosts.observe(host, millis);
  }

  static ScheduledThreadPoolExecutor newClock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(1, task -> daemon(task, "colophon-clock"));
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private List<Route> hostRoutes() {
    return hostRoutes;
  }

  private List<Route> routes(Sources sources, ServiceMetrics metrics) {
    List<Route> all = new ArrayList<>(hostRoutes);
    all.add(HostsEndpoint.route(config.store(), hosts, copies.elsewhere(), copies::sourceLsn));
    all.addAll(
        new NodeEndpoints(
                () -> copies.hosts(hosts.here()), () -> hosts.readers(kernel, mainAdapter))
            .routes());
    all.add(journal.route());
    all.add(new FramesEndpoint(this::follow, this::observe).route());
    all.addAll(ExplorerEndpoints.pages(sessions));
    all.add(ExplorerEndpoints.link(sessions, () -> http.browserAddress()));
    all.addAll(new ReporterEndpoints(kernel, reporters, config.adapters()).routes());
    all.addAll(
        new StatusEndpoints(
                kernel,
                reporters,
                sources,
                metrics,
                tails,
                retention,
                config.store(),
                new Health(
                    () -> AnswerJson.word(state),
                    kernel,
                    reporters,
                    watch,
                    corruption,
                    this::copyWarnings),
                copies.all(),
                System.nanoTime())
            .routes());
    return all;
  }

  private List<String> copyWarnings() {
    return Stream.of(copies.warnings(), hosts.warnings(), hosts.clocks().warnings())
        .flatMap(List::stream)
        .toList();
  }

  /** Returns the routes that concern a single store, of this host or of another host. */
  private List<Route> storeRoutes(
      Kernel of,
      ServiceConfig own,
      SinkPool sinks,
      Sources sources,
      RetentionScheduler pruning,
      LogCopy copiedLog) {
    Readers readers =
        new Readers(ReaderSource.of(of), own.adapters(), clock, own.limits().requestTime());
    List<Route> all = new ArrayList<>();
    Supplier<HostReaders> beside = () -> hosts.beside(of.owner(), kernel, mainAdapter);
    all.addAll(
        ExplorerServer.readRoutes(readers, own.store(), beside, () -> copies.state(of, copiedLog)));
    all.addAll(new SnapshotEndpoint(of).routes());
    boolean isOwn = of.owner().id().equals(kernel.owner().id());
    all.addAll(
        new BackupEndpoint(of, own.backupRoots(), place -> isOwn ? hosts.backUp(place) : List.of())
            .routes());
    all.addAll(
        new IngestEndpoints(new Ingester(sinks, own.limits().lineBytes()), sources).routes());
    all.addAll(new CypherEndpoint(readers, () -> copies.state(of, copiedLog)).routes());
    all.addAll(new RetentionEndpoints(pruning).routes());
    return all;
  }

  /** Opens the store of another host. Uses only adapters whose data is in the store. */
  private HostStore openHost(Path directory, FeedOrigin origin) {
    ServiceConfig own = config.ofHost(directory);
    FeedOrigin copied = origin == null ? FeedOrigin.of(directory).orElse(null) : origin;
    Kernel opened = ServiceKernel.open(own, null, copied);
    RetentionScheduler pruning =
        new RetentionScheduler(opened, own.retention(), own.limits().requestTime(), corruption);
    SinkPool sinks = new SinkPool(opened, new OperationTap(0));
    Sources sources = new Sources(opened, sinks, own.limits().lineBytes());
    FinishedRuns finished = new FinishedRuns(sources, System::nanoTime);
    LogCopy copiedLog = new LogCopy(directory, opened);
    pruning.begin();
    return new HostStore(
        opened,
        storeRoutes(opened, own, sinks, sources, pruning, copiedLog),
        Readers.readable(own.adapters()),
        finished::look,
        copiedLog,
        pruning::close);
  }

  /**
   * Opens the store and starts to serve.
   *
   * @throws org.colophon.core.error.ColophonException STORE_LOCKED if another process has opened
   *     the store, or another code if the start fails; nothing stays open then
   */
  public static Service start(ServiceConfig config) {
    return start(config, null);
  }

  /**
   * Does the same as {@link #start(ServiceConfig)}.
   *
   * @param seenStores see {@link KernelConfig.Builder#seenStores}; null for no directory
   */
  public static Service start(ServiceConfig config, Path seenStores) {
    long begun = System.nanoTime();
    Kernel kernel = ServiceKernel.open(config, seenStores);
    try {
      HistoryCopies.forgetOthers(config.replication(), kernel.feeds());
      return over(config, kernel, begun);
    } catch (RuntimeException | Error e) {
      kernel.close();
      throw e;
    }
  }

  /**
   * Serves a store that this process has already opened.
   *
   * @param kernel the kernel, closed when the service stops, but not if the start fails
   */
  public static Service over(ServiceConfig config, Kernel kernel) {
    return over(config, kernel, System.nanoTime());
  }

  private static Service over(ServiceConfig config, Kernel kernel, long begunNanos) {
    Service service = new Service(config, kernel);
    try {
      service.begin(begunNanos);
      return service;
    } catch (RuntimeException | Error e) {
      service.clock.shutdownNow();
      throw e;
    }
  }

  private void begin(long begunNanos) {
    reporters.startAll();
    copies.start();
    http.start();
    new ServiceAddress(
            config.socket(),
            http.port(),
            ProcessHandle.current().pid(),
            config.limits().requestTime())
        .write(config.store());
    long period = 1000 / TailHub.TICKS_A_SECOND;
    var unused = clock.scheduleAtFixedRate(this::tick, period, period, TimeUnit.MILLISECONDS);
    retention.begin();
    state = RunState.RUNNING;
    long millis = (System.nanoTime() - begunNanos) / 1_000_000;
    LOG.log(Level.INFO, "store {0} is served after {1} ms", config.store(), "" + millis);
    LOG.log(Level.INFO, "listening on {0}", config.socket());
    if (http.port() != 0) {
      LOG.log(Level.INFO, "listening on TCP port {0}", "" + http.port());
    }
  }

  private void tick() {
    try {
      tails.tick();
      if (++ticks % TailHub.TICKS_A_SECOND == 0) {
        watch.look();
        corruption.check(kernel.status().adapters());
        hosts.stores().forEach(each -> corruption.check(each.kernel().status().adapters()));
        hosts.closeIdle();
      }
      if (ticks % TICKS_BETWEEN_LOOKS_AT_RECORDERS == 0) {
        kernel.findDeadRecorders();
      }
      if (ticks % TICKS_AN_HOUR == 0) {
        endedRuns.look();
        hosts.stores().forEach(each -> each.hourly().run());
      }
      boolean hasFailed = kernel.status().state() == KernelState.FAILED;
      if (state == RunState.RUNNING && (hasFailed || !watch.trouble().isEmpty())) {
        fail(hasFailed ? kernel.status().failure() : watch.trouble());
      }
      if (state == RunState.FAILED && reporters.servingWithoutRecording().isEmpty()) {
        ended.countDown();
      }
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a periodic task failed", e); // an exception would cancel the schedule
    }
  }

  private void fail(String why) {
    state = RunState.FAILED;
    LOG.log(Level.ERROR, "recording stopped: {0}", why);
    List<String> needed = reporters.servingWithoutRecording();
    if (!needed.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "the service continues without recording for {0}, until that is detached or the service ends",
          String.join(", ", needed));
    }
  }

  /**
   * Returns whether the service records. After a failure it does not, even if it still serves a
   * mount.
   */
  public boolean isRecording() {
    return state == RunState.RUNNING && kernel.status().state() == KernelState.RUNNING;
  }

  public RunState state() {
    return state;
  }

  public ServiceConfig config() {
    return config;
  }

  /** Returns the TCP port; 0 without TCP. */
  public int port() {
    return http.port();
  }

  /** The routes of the API, for tests of its description. */
  /** Returns the kernel's background threads. */
  BackgroundThreads backgroundThreads() {
    return kernel.backgroundThreads();
  }

  List<Route> routes() {
    return routes;
  }

  /**
   * Applies the changes that need no restart: token, certificate, names, origins, and the rights of
   * callers that attach reporters. Applies either all of them or, if it throws, none. Writes the
   * outcome to the audit log.
   *
   * @param source reads the configuration; throws if it is invalid
   * @return the changed sections that need a restart
   */
  public List<String> reloadFrom(Supplier<ServiceConfig> source) {
    ControlCall call = new ControlCall("reload", Map.of());
    try {
      List<String> later = apply(source.get());
      audit.write(AuditLog.OWN_PROCESS, call, AuditLog.OK);
      return later;
    } catch (ColophonException e) {
      audit.write(AuditLog.OWN_PROCESS, call, e.code().name());
      throw e;
    }
  }

  private List<String> apply(ServiceConfig changed) {
    http.reload(changed);
    reporters.reload(changed);
    List<String> later = ConfigChanges.afterRestart(config, changed);
    LOG.log(Level.INFO, "configuration applied{0}", restartText(later));
    return later;
  }

  private static String restartText(List<String> later) {
    return later.isEmpty() ? "" : "; a restart is needed for: " + String.join(", ", later);
  }

  /** Waits until the service has stopped or failed. */
  public void awaitStopped() throws InterruptedException {
    ended.await();
  }

  /**
   * Stops within {@code limits.stop-time}. If another call is stopping the service, waits for it.
   *
   * @return false if not everything was closed in time; the process may exit anyway
   */
  public boolean stop() {
    synchronized (this) {
      if (isStopping) {
        return awaitEnded();
      }
      isStopping = true;
    }
    LOG.log(Level.INFO, "stopping");
    boolean hadFailed = state == RunState.FAILED;
    state = RunState.DRAINING;
    boolean isClean = closeAll() && !hadFailed;
    state = isClean ? RunState.STOPPED : RunState.FAILED;
    audit.write(
        AuditLog.OWN_PROCESS,
        new ControlCall("shutdown", Map.of()),
        isClean ? AuditLog.OK : "not clean");
    LOG.log(Level.INFO, isClean ? "stopped" : "stopped, not cleanly; the next start recovers");
    ended.countDown();
    return isClean;
  }

  private boolean awaitEnded() {
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return state == RunState.STOPPED;
  }

  private boolean closeAll() {
    long deadline = System.nanoTime() + config.limits().stopTime().toNanos();
    boolean isClean = attempt(tails::close);
    for (Runnable each : copies.closers()) {
      isClean &= attempt(each);
    }
    journal.close();
    isClean &= attempt(http::stop);
    clock.shutdownNow();
    retention.close();
    isClean &= attempt(() -> stopReporters(leftMillis(deadline) / 2));
    isClean &= closeKernel(deadline);
    isClean &= attempt(this::deleteAddress);
    return isClean;
  }

  private static long leftMillis(long deadlineNanos) {
    return Math.max(1, (deadlineNanos - System.nanoTime()) / 1_000_000);
  }

  private void deleteAddress() {
    try {
      ServiceAddress.delete(config.store());
    } catch (IOException e) {
      LOG.log(Level.WARNING, "cannot delete the service''s address: {0}", e.toString());
    }
  }

  private void stopReporters(long millis) {
    try {
      List<String> late = reporters.stopAll(millis);
      if (!late.isEmpty()) {
        LOG.log(Level.WARNING, "reporters that did not end in time: {0}", late);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes the kernel on a separate thread, since a reporter or adapter may hang. */
  private boolean closeKernel(long deadlineNanos) {
    CompletableFuture<Void> closing =
        CompletableFuture.runAsync(
            this::closeStores, task -> daemon(task, "colophon-closer").start());
    try {
      closing.get(leftMillis(deadlineNanos), TimeUnit.MILLISECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (TimeoutException e) {
      LOG.log(Level.WARNING, "the store could not be closed in time");
      return false;
    } catch (ExecutionException e) {
      LOG.log(Level.WARNING, "closing the store: " + e.getCause().getMessage(), e.getCause());
      return false;
    }
  }

  private void closeStores() {
    hosts.close();
    kernel.close();
  }

  private static boolean attempt(Runnable step) {
    try {
      step.run();
      return true;
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "while stopping: " + e.getMessage(), e);
      return false;
    }
  }
}
