package org.colophon.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.journal.RecoveryReport;
import org.colophon.core.kernel.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.KernelState;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.service.audit.AuditLog;
import org.colophon.service.audit.ControlCall;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ConfigChanges;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.endpoint.CypherEndpoint;
import org.colophon.service.endpoint.Health;
import org.colophon.service.endpoint.IngestEndpoint;
import org.colophon.service.endpoint.QueryEndpoints;
import org.colophon.service.endpoint.Readers;
import org.colophon.service.endpoint.ReporterEndpoints;
import org.colophon.service.endpoint.RetentionEndpoints;
import org.colophon.service.endpoint.SourceEndpoints;
import org.colophon.service.endpoint.StatusEndpoints;
import org.colophon.service.health.CorruptionLog;
import org.colophon.service.http.Route;
import org.colophon.service.http.server.HttpServer;
import org.colophon.service.ingest.Ingester;
import org.colophon.service.ingest.SinkPool;
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.protocol.ServiceAddress;
import org.colophon.service.reporter.ReporterManager;
import org.colophon.service.retention.RetentionScheduler;
import org.colophon.service.sink.OperationTap;
import org.colophon.service.source.FinishedRuns;
import org.colophon.service.source.Sources;
import org.colophon.service.tail.TailHub;

/**
 * One store open for long: its kernel, adapters and reporters behind the HTTP API.
 *
 * <ol>
 *   <li>{@link #start} opens and recovers the store, attaches the reporters, and listens last.
 *   <li>{@link #stop}, once, from any thread: nobody is let in any more, requests end, reporters
 *       hand over what they have, the store is closed.
 *   <li>{@link #awaitStopped} returns when that is done, or when the kernel failed and no reporter
 *       is needed without it ({@link Reporter#keepsServingAfterFailure}, as a mount).
 * </ol>
 *
 * <p>What was acknowledged is on disk by then whatever happens to the rest: a stop that takes
 * longer than it may loses nothing, the next start recovers.
 */
public final class Service {
  private static final Logger LOG = System.getLogger(Service.class.getName());
  private static final int MAX_JSON_DEPTH = 100;
  private static final int TICKS_BETWEEN_LOOKS_AT_RECORDERS = TailHub.TICKS_A_SECOND * 5;
  private static final int TICKS_AN_HOUR = TailHub.TICKS_A_SECOND * 3600;

  /** Three tables with up to 300 bytes an entry then take at most three eighths of the heap. */
  private static final int HEAP_BYTES_A_NAME = 2400;

  private static final int MAX_NAMES = 500_000;

  private final ServiceConfig config;
  private final Kernel kernel;
  private final ReporterManager reporters;
  private final TailHub tails;
  private final RetentionScheduler retainer;
  private final HttpServer http;
  private final ScheduledThreadPoolExecutor clock;
  private final StoreWatch watch;
  private final CorruptionLog corruption = new CorruptionLog();
  private final AuditLog audit;
  private final List<Route> routes;
  private final FinishedRuns endedRuns;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile ServiceState state = ServiceState.STARTING;
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
    this.retainer =
        new RetentionScheduler(
            kernel, config.retention(), config.limits().requestTime(), corruption);
    this.tails = new TailHub(kernel::status, retainer::state, tap, config.limits().tails());
    SinkPool sinks = new SinkPool(kernel, tap);
    Sources sources = new Sources(kernel, sinks, config.limits().lineBytes());
    this.endedRuns = new FinishedRuns(sources, System::nanoTime);
    ServiceMetrics metrics =
        new ServiceMetrics(kernel::status, reporters::list, tails::size, sources, corruption);
    metrics.retention(retainer::state);
    metrics.host(config.store(), config.journal().budgetBytes());
    metrics.losses(kernel.losses().size());
    this.routes = routes(sinks, sources, metrics);
    this.http = new HttpServer(config, routes, metrics, audit);
  }

  private static ScheduledThreadPoolExecutor newClock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "colophon-clock");
              thread.setDaemon(true);
              return thread;
            });
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  private List<Route> routes(SinkPool sinks, Sources sources, ServiceMetrics metrics) {
    JsonMapper mapper =
        JsonMapper.builder(
                JsonFactory.builder()
                    .streamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(MAX_JSON_DEPTH).build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    Readers readers = new Readers(kernel, config.adapters(), clock, config.limits().requestTime());
    Ingester ingester = new Ingester(sinks, config.limits().lineBytes());
    List<Route> all = new ArrayList<>();
    all.addAll(new QueryEndpoints(kernel, readers, config.store(), mapper).routes());
    all.addAll(new ReporterEndpoints(kernel, reporters, config.adapters(), mapper).routes());
    all.addAll(new IngestEndpoint(ingester, readers).routes());
    all.addAll(new SourceEndpoints(sources).routes());
    all.addAll(new CypherEndpoint(readers, mapper).routes());
    all.addAll(new RetentionEndpoints(retainer, mapper).routes());
    all.addAll(
        new StatusEndpoints(
                kernel,
                reporters,
                sources,
                metrics,
                tails,
                retainer,
                config.store(),
                new OwnHealth())
            .routes());
    return all;
  }

  private final class OwnHealth implements Health {
    @Override
    public String state() {
      return state.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String trouble() {
      return watch.trouble();
    }

    @Override
    public boolean isDegraded() {
      return corruption.count() > 0 || !kernel.losses().isEmpty();
    }

    @Override
    public List<String> warnings() {
      List<String> all = new ArrayList<>(watch.warnings());
      all.addAll(kernel.losses());
      if (corruption.count() > 0) {
        all.add(corruption.warning());
      }
      kernel.status().adapters().stream()
          .filter(each -> each.state() == AdapterState.FAILED)
          .forEach(each -> all.add("adapter " + each.name() + " failed; status says why"));
      kernel.unendedRecordings().forEach(each -> all.add(each.text(ZoneId.systemDefault())));
      reporters.failed().forEach(id -> all.add("reporter " + id + " failed; status says why"));
      return all;
    }
  }

  /**
   * Opens the store and begins to serve.
   *
   * @throws org.colophon.core.error.ColophonException STORE_LOCKED if another process has the
   *     store, and whatever else keeps it from starting; nothing is left open then
   */
  public static Service start(ServiceConfig config) {
    return start(config, null);
  }

  /**
   * As {@link #start(ServiceConfig)}.
   *
   * @param seenStores where to remember how far stores have come, see {@link
   *     KernelConfig.Builder#seenStores}; null for nowhere
   */
  public static Service start(ServiceConfig config, Path seenStores) {
    long begun = System.nanoTime();
    Kernel kernel = Kernel.open(kernelConfig(config, seenStores));
    try {
      return over(config, kernel, begun);
    } catch (RuntimeException | Error e) {
      kernel.close();
      throw e;
    }
  }

  /**
   * Begins to serve a store that this process has open already.
   *
   * @param kernel closed when the service stops, and not when it fails to start
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

  private static KernelConfig kernelConfig(ServiceConfig config, Path seenStores) {
    PluginLoader<StorageAdapterFactory> plugins = new PluginLoader<>(StorageAdapterFactory.class);
    KernelConfig.Builder builder =
        KernelConfig.builder(config.store())
            .seenStores(seenStores)
            .journalBudgetBytes(config.journal().budgetBytes())
            .segmentBytes(config.journal().segmentBytes())
            .syncIntervalMillis(config.journal().syncInterval().toMillis())
            .maxNames(namesInMemory())
            .maxIdentities(namesInMemory());
    for (AdapterSpec spec : config.adapters()) {
      builder.adapter(
          new AdapterConfig(spec.name(), plugins.get(spec.engine()), spec.options(), spec.share()));
    }
    return builder.build();
  }

  private static int namesInMemory() {
    return (int) Math.min(MAX_NAMES, Runtime.getRuntime().maxMemory() / HEAP_BYTES_A_NAME);
  }

  private void begin(long begunNanos) {
    tellRecovery(kernel.recovery());
    reporters.startAll();
    http.start();
    new ServiceAddress(
            config.socket(),
            http.port(),
            ProcessHandle.current().pid(),
            config.limits().requestTime())
        .write(config.store());
    long period = 1000 / TailHub.TICKS_A_SECOND;
    var unused = clock.scheduleAtFixedRate(this::tick, period, period, TimeUnit.MILLISECONDS);
    retainer.begin();
    state = ServiceState.RUNNING;
    long millis = (System.nanoTime() - begunNanos) / 1_000_000;
    LOG.log(Level.INFO, "store {0} is served after {1} ms", config.store(), "" + millis);
    LOG.log(Level.INFO, "listening on {0}", config.socket());
    if (http.port() != 0) {
      LOG.log(Level.INFO, "listening on TCP port {0}", "" + http.port());
    }
  }

  private void tellRecovery(RecoveryReport found) {
    if (found.frames() == 0 && kernel.losses().isEmpty()) {
      LOG.log(Level.INFO, "the store is new");
    } else if (found.clean()) {
      LOG.log(Level.INFO, "the store was closed properly, at LSN {0}", "" + found.lastLsn());
    } else {
      LOG.log(
          Level.WARNING,
          "the store was not closed properly: recovered {0} journal frames up to LSN {1}, cut off {2} torn bytes, passed over {3} damaged bytes",
          "" + found.frames(),
          "" + found.lastLsn(),
          "" + found.tornBytes(),
          "" + found.damagedBytes());
    }
  }

  private void tick() {
    try {
      tails.tick();
      if (++ticks % TailHub.TICKS_A_SECOND == 0) {
        watch.look();
        corruption.check(kernel.status().adapters());
      }
      if (ticks % TICKS_BETWEEN_LOOKS_AT_RECORDERS == 0) {
        kernel.findDeadRecorders();
      }
      if (ticks % TICKS_AN_HOUR == 0) {
        endedRuns.look();
      }
      boolean hasFailed = kernel.status().state() == KernelState.FAILED;
      if (state == ServiceState.RUNNING && (hasFailed || !watch.trouble().isEmpty())) {
        fail(hasFailed ? kernel.status().failure() : watch.trouble());
      }
      if (state == ServiceState.FAILED && reporters.outlivingRecording().isEmpty()) {
        over.countDown();
      }
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "the clock met trouble", e); // thrown, it would end the ticking
    }
  }

  /** What goes on without recording, such as a mount, keeps the service until it is ended. */
  private void fail(String why) {
    state = ServiceState.FAILED;
    LOG.log(Level.ERROR, "recording stopped: {0}", why);
    List<String> needed = reporters.outlivingRecording();
    if (!needed.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "going on without recording for {0}, until that is detached or this service is ended",
          String.join(", ", needed));
    }
  }

  /** Returns whether it records: false from a failure on, even where it continues for a mount. */
  public boolean isRecording() {
    return state == ServiceState.RUNNING && kernel.status().state() == KernelState.RUNNING;
  }

  /** What the service is doing. */
  public ServiceState state() {
    return state;
  }

  public ServiceConfig config() {
    return config;
  }

  /** The TCP port listened on; 0 if there is none. */
  public int port() {
    return http.port();
  }

  /** The routes of the API, for those who check its description. */
  List<Route> routes() {
    return routes;
  }

  /**
   * Takes over what can be changed while it runs: the token, the certificate, names, origins, and
   * what callers may make reporters do. Either all of it or, with an exception, nothing.
   *
   * @return the sections that differ and hold from the next start on
   */
  public List<String> reload(ServiceConfig changed) {
    return reloadFrom(() -> changed);
  }

  /**
   * As {@link #reload}, with a configuration that is read first. The audit log gets the outcome.
   *
   * @param source throws where the configuration is wrong
   */
  public List<String> reloadFrom(Supplier<ServiceConfig> source) {
    ControlCall call = new ControlCall("reload", Map.of());
    try {
      List<String> later = takeOver(source.get());
      audit.write(AuditLog.OWN_PROCESS, call, AuditLog.OK);
      return later;
    } catch (ColophonException e) {
      audit.write(AuditLog.OWN_PROCESS, call, e.code().name());
      throw e;
    }
  }

  private List<String> takeOver(ServiceConfig changed) {
    http.reload(changed);
    reporters.reload(changed);
    List<String> later = ConfigChanges.afterRestart(config, changed);
    LOG.log(Level.INFO, "configuration taken over{0}", laterText(later));
    return later;
  }

  private static String laterText(List<String> later) {
    return later.isEmpty()
        ? ""
        : "; changed, but only from the next start on: " + String.join(", ", later);
  }

  /** Waits until the service has stopped, or failed. */
  public void awaitStopped() throws InterruptedException {
    over.await();
  }

  /**
   * Stops within {@code limits.stop-time}. Later calls wait for the first.
   *
   * @return whether everything was closed by then; if not, the process may end all the same
   */
  public boolean stop() {
    synchronized (this) {
      if (isStopping) {
        return awaitOver();
      }
      isStopping = true;
    }
    LOG.log(Level.INFO, "stopping");
    boolean hadFailed = state == ServiceState.FAILED;
    state = ServiceState.DRAINING;
    boolean isClean = closeAll() && !hadFailed;
    state = isClean ? ServiceState.STOPPED : ServiceState.FAILED;
    audit.write(
        AuditLog.OWN_PROCESS,
        new ControlCall("shutdown", Map.of()),
        isClean ? AuditLog.OK : "not clean");
    LOG.log(Level.INFO, isClean ? "stopped" : "stopped, not cleanly; the next start recovers");
    over.countDown();
    return isClean;
  }

  private boolean awaitOver() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return state == ServiceState.STOPPED;
  }

  private boolean closeAll() {
    long deadline = System.nanoTime() + config.limits().stopTime().toNanos();
    boolean isClean = attempt(tails::close);
    isClean &= attempt(http::stop);
    clock.shutdownNow();
    retainer.close();
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

  /** On a thread of its own, since a reporter or adapter that hangs would hold it for ever. */
  private boolean closeKernel(long deadlineNanos) {
    List<Throwable> failure = new ArrayList<>();
    Thread closer =
        new Thread(
            () -> {
              try {
                kernel.close();
              } catch (RuntimeException | Error e) {
                failure.add(e);
              }
            },
            "colophon-closer");
    closer.setDaemon(true);
    closer.start();
    try {
      closer.join(leftMillis(deadlineNanos));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (closer.isAlive()) {
      LOG.log(Level.WARNING, "the store could not be closed in time");
      return false;
    }
    failure.forEach(e -> LOG.log(Level.WARNING, "closing the store: " + e.getMessage(), e));
    return failure.isEmpty();
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
