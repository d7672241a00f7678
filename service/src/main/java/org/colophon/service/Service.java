// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.colophon.client.protocol.ServiceAddress;
import org.colophon.core.error.ColophonException;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.state.KernelState;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.service.audit.AuditLog;
import org.colophon.service.audit.ControlCall;
import org.colophon.service.config.ConfigChanges;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.endpoint.ExplorerEndpoints;
import org.colophon.service.endpoint.ReporterEndpoints;
import org.colophon.service.endpoint.StatusEndpoints;
import org.colophon.service.health.CorruptionLog;
import org.colophon.service.health.Health;
import org.colophon.service.health.StoreWatch;
import org.colophon.service.host.HostStores;
import org.colophon.service.http.Route;
import org.colophon.service.http.server.HttpServer;
import org.colophon.service.ingest.SinkPool;
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.part.ServicePart;
import org.colophon.service.part.ServiceParts;
import org.colophon.service.reporter.ReporterManager;
import org.colophon.service.reporter.RunState;
import org.colophon.service.retention.RetentionScheduler;
import org.colophon.service.session.Sessions;
import org.colophon.service.sink.OperationTap;
import org.colophon.service.source.FinishedRuns;
import org.colophon.service.source.Sources;
import org.colophon.service.tail.JournalEndpoint;
import org.colophon.service.tail.TailHub;
import org.colophon.service.verify.StoreScrubber;
import org.jspecify.annotations.Nullable;

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

  private final ServiceConfig config;
  private final Kernel kernel;
  private final ReporterManager reporters;
  private final HttpServer http;
  private final ScheduledThreadPoolExecutor clock = newClock();
  private final StoreWatch watch;
  private final AuditLog audit;
  private final List<Route> routes;
  private final HostStores hosts;
  private final ServiceParts parts;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile RunState state = RunState.STARTING;
  private boolean isStopping;

  private Service(ServiceConfig config, Kernel kernel) {
    this.config = config;
    this.kernel = kernel;
    this.audit = AuditLog.ofStore(config.store());
    this.watch = new StoreWatch(config.store(), System::currentTimeMillis, System::nanoTime);
    CorruptionLog corruption = new CorruptionLog();
    OperationTap tap = new OperationTap(TailHub.OPERATIONS_A_TICK);
    this.reporters = new ReporterManager(kernel, config, tap);
    SinkPool sinks = new SinkPool(kernel, tap);
    Sources sources = new Sources(kernel, sinks, config.limits().lineBytes());
    FinishedRuns finished = new FinishedRuns(sources, System::nanoTime);
    RetentionScheduler retention =
        new RetentionScheduler(
            kernel, config.retention(), config.limits().requestTime(), corruption);
    ServedStores stores =
        new ServedStores(
            config,
            kernel,
            clock,
            corruption,
            UUID.randomUUID().toString(),
            sinks,
            sources,
            retention);
    this.hosts = stores.hosts();
    ServiceMetrics metrics = new ServiceMetrics(corruption::check);
    Sessions sessions = new Sessions(System::nanoTime);
    List<ServicePart> all = new ArrayList<>();
    List<ServicePart> view = Collections.unmodifiableList(all);
    all.add(watch);
    all.add(new KernelPart(kernel, config.store(), config.journal().budgetBytes(), corruption));
    all.add(corruption);
    all.add(ServicePart.every(Duration.ofSeconds(5), kernel::findDeadRecorders));
    all.add(ServicePart.every(Duration.ofMillis(250), this::checkState));
    all.add(stores);
    all.add(ServicePart.every(Duration.ofHours(1), hosts::forgetSilentSources));
    all.add(reporters);
    all.add(sources);
    all.add(ServicePart.every(Duration.ofHours(1), finished::forgetSilent));
    all.add(retention);
    all.add(
        new StoreScrubber(config.store(), config.verify(), corruption, kernel.backgroundThreads()));
    all.add(stores.copies());
    all.add(new Web(sessions));
    all.add(new JournalEndpoint(kernel, stores.copies()::chain, stores.copies()::head));
    all.add(new TailHub(kernel::status, retention::state, tap, config.limits().tails()));
    all.add(new ReporterEndpoints(kernel, reporters, config.adapters()));
    Health health = new Health(() -> AnswerJson.word(state), kernel, watch, corruption, view);
    all.add(new StatusEndpoints(kernel, config.store(), health, metrics, view, System.nanoTime()));
    this.parts = new ServiceParts(all);
    all.forEach(each -> each.register(metrics));
    this.routes = all.stream().flatMap(each -> each.routes().stream()).toList();
    this.http =
        new HttpServer(config, routes, hosts, metrics, audit, kernel.backgroundThreads(), sessions);
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
  public static Service start(ServiceConfig config, @Nullable Path seenStores) {
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
    service.begin(begunNanos);
    return service;
  }

  private void begin(long begunNanos) {
    try {
      parts.start();
      new ServiceAddress(
              config.socket(),
              http.port(),
              ProcessHandle.current().pid(),
              config.limits().requestTime())
          .write(config.store());
    } catch (RuntimeException | Error e) {
      parts.stop(deadline());
      clock.shutdownNow();
      hosts.close();
      throw e;
    }
    parts.schedule(clock);
    state = RunState.RUNNING;
    long millis = (System.nanoTime() - begunNanos) / 1_000_000;
    LOG.log(Level.INFO, "store {0} is served after {1} ms", config.store(), "" + millis);
    LOG.log(Level.INFO, "listening on {0}", config.socket());
    if (http.port() != 0) {
      LOG.log(Level.INFO, "listening on TCP port {0}", "" + http.port());
    }
  }

  private void checkState() {
    boolean hasFailed = kernel.status().state() == KernelState.FAILED;
    if (state == RunState.RUNNING && (hasFailed || !watch.trouble().isEmpty())) {
      fail(hasFailed ? kernel.status().failure() : watch.trouble());
    }
    if (state == RunState.FAILED && reporters.servingWithoutRecording().isEmpty()) {
      ended.countDown();
    }
  }

  /** The web server with the explorer's pages. */
  private final class Web implements ServicePart {
    private final Sessions sessions;

    Web(Sessions sessions) {
      this.sessions = sessions;
    }

    @Override
    public List<Route> routes() {
      List<Route> pages = new ArrayList<>(ExplorerEndpoints.pages(sessions, true));
      pages.add(ExplorerEndpoints.link(sessions, () -> http.browserAddress()));
      return pages;
    }

    @Override
    public void start() {
      http.start();
    }

    @Override
    public void stop(long millis) {
      try {
        http.stop();
      } finally {
        clock.shutdownNow();
      }
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

  /** Returns the kernel's background threads. */
  BackgroundThreads backgroundThreads() {
    return kernel.backgroundThreads();
  }

  /** Returns the routes of the API, for tests of its description. */
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
    return stop(() -> {});
  }

  /**
   * Does the same as {@link #stop()}.
   *
   * @param beforeStoreCloses called when all connections are closed and the store is still open;
   *     its duration does not count
   */
  public boolean stop(Runnable beforeStoreCloses) {
    synchronized (this) {
      if (isStopping) {
        return awaitEnded();
      }
      isStopping = true;
    }
    LOG.log(Level.INFO, "stopping");
    boolean hadFailed = state == RunState.FAILED;
    state = RunState.DRAINING;
    boolean isClean = closeAll(beforeStoreCloses) && !hadFailed;
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

  private boolean closeAll(Runnable beforeStoreCloses) {
    long deadline = deadline();
    boolean isClean = parts.stop(deadline);
    long begun = System.nanoTime();
    isClean &= attempt(beforeStoreCloses);
    isClean &= closeKernel(deadline + System.nanoTime() - begun);
    isClean &= attempt(this::deleteAddress);
    return isClean;
  }

  private long deadline() {
    return System.nanoTime() + config.limits().stopTime().toNanos();
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
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      LOG.log(Level.WARNING, "closing the store: " + cause.getMessage(), cause);
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
