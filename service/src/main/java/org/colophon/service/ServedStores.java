// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.host.StoreHost;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.history.certified.LogCopy;
import org.colophon.history.index.HostAppliers;
import org.colophon.query.across.HostReaders;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.endpoint.BackupEndpoint;
import org.colophon.service.endpoint.CypherEndpoint;
import org.colophon.service.endpoint.HostsEndpoint;
import org.colophon.service.endpoint.IngestEndpoints;
import org.colophon.service.endpoint.ReaderSource;
import org.colophon.service.endpoint.Readers;
import org.colophon.service.endpoint.RetentionEndpoints;
import org.colophon.service.endpoint.SnapshotEndpoint;
import org.colophon.service.health.CorruptionLog;
import org.colophon.service.host.FramesEndpoint;
import org.colophon.service.host.HostStore;
import org.colophon.service.host.HostStores;
import org.colophon.service.host.StoreCapacity;
import org.colophon.service.host.node.NodeEndpoints;
import org.colophon.service.http.Route;
import org.colophon.service.ingest.Ingester;
import org.colophon.service.ingest.SinkPool;
import org.colophon.service.part.ServicePart;
import org.colophon.service.retention.RetentionScheduler;
import org.colophon.service.sink.OperationTap;
import org.colophon.service.source.FinishedRuns;
import org.colophon.service.source.Sources;
import org.colophon.service.source.TransactionEndpoints;
import org.jspecify.annotations.Nullable;

/** The stores of a service: its own, and those of other hosts, which requests open. */
final class ServedStores implements ServicePart, HostAppliers {
  private final ServiceConfig config;
  private final Kernel kernel;
  private final ScheduledThreadPoolExecutor clock;
  private final CorruptionLog corruption;
  private final String mainAdapter;
  private final HistoryCopies copies;
  private final HostStores hosts;
  private final List<Route> ownRoutes;

  /**
   * Prepares the stores without opening another.
   *
   * @param kernel kernel of the service's own store
   * @param clock ends requests that take too long
   * @param instance identifies this service
   */
  ServedStores(
      ServiceConfig config,
      Kernel kernel,
      ScheduledThreadPoolExecutor clock,
      CorruptionLog corruption,
      String instance,
      SinkPool sinks,
      Sources sources,
      RetentionScheduler retention) {
    this.config = config;
    this.kernel = kernel;
    this.clock = clock;
    this.corruption = corruption;
    this.mainAdapter = Readers.readable(config.adapters());
    this.copies = new HistoryCopies(config, kernel, instance, this, this::observe, this::ownRoutes);
    this.hosts =
        new HostStores(
            config.store(),
            kernel.owner(),
            new OpenedStores(),
            StoreCapacity.ofThisProcess(),
            System::nanoTime,
            copies::isOwned,
            hostId -> !copies.failure(hostId).isEmpty(),
            copies::isElsewhere,
            copies.remoteHosts(),
            config.replication().shared());
    this.ownRoutes = routes(kernel, config, sinks, sources, retention, copies.copiedLog());
  }

  HistoryCopies copies() {
    return copies;
  }

  HostStores hosts() {
    return hosts;
  }

  private List<Route> ownRoutes() {
    return ownRoutes;
  }

  @Override
  public HostAppliers.Lease open(StoreHost host, long storeId) {
    return hosts.follow(host, storeId);
  }

  @Override
  public int maxInUse() {
    return hosts.maxInUse();
  }

  @Override
  public void backUp(StoreHost host, Path target) {
    hosts.backUp(host, target);
  }

  @Override
  public void replace(StoreHost host, long storeId, Path restored) {
    hosts.replace(host, storeId, restored);
  }

  private void observe(StoreHost host, long millis) {
    hosts.observe(host, millis);
  }

  @Override
  public List<Route> routes() {
    List<Route> all = new ArrayList<>(ownRoutes);
    all.add(HostsEndpoint.route(config.store(), hosts, copies.remoteHosts(), copies::sourceLsn));
    all.addAll(
        new NodeEndpoints(
                () -> copies.hosts(hosts.storedHosts(), warnings()),
                except -> hosts.readers(kernel, mainAdapter, except))
            .routes());
    all.add(new FramesEndpoint(this, this::observe).route());
    return all;
  }

  @Override
  public Duration period() {
    return Duration.ofSeconds(1);
  }

  @Override
  public void tick() {
    for (HostStore each : hosts.stores()) {
      corruption.check(each.kernel().owner().name(), each.kernel().status().adapters());
    }
    hosts.closeIdle();
  }

  @Override
  public List<String> warnings() {
    return Stream.concat(hosts.warnings().stream(), hosts.clocks().warnings().stream()).toList();
  }

  /** Returns the routes over one store, of this host or of another host. */
  private List<Route> routes(
      Kernel of,
      ServiceConfig own,
      SinkPool sinks,
      Sources sources,
      RetentionScheduler pruning,
      LogCopy copiedLog) {
    Readers readers =
        new Readers(ReaderSource.of(of), own.adapters(), clock, own.limits().requestTime());
    List<Route> all = new ArrayList<>();
    Supplier<HostReaders> beside = () -> hosts.otherHosts(of.owner(), kernel, mainAdapter);
    all.addAll(
        ExplorerServer.readRoutes(
            readers, own.store(), beside, () -> copies.state(of, copiedLog), corruption::check));
    all.addAll(new SnapshotEndpoint(of).routes());
    all.addAll(new TransactionEndpoints(of).routes());
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

  /** Opens the stores of other hosts. Uses only adapters whose data is in the store. */
  private final class OpenedStores implements HostStores.Opener {
    @Override
    public HostStore open(Path directory, @Nullable FeedOrigin origin) {
      return openStore(directory, origin);
    }

    @Override
    public @Nullable LineageReader openReader(Path directory) {
      List<AdapterSpec> specs = config.ofHost(directory).adapters();
      String name = Readers.readable(specs);
      AdapterSpec spec =
          specs.stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
      Path files = StoreDirectory.adapterIn(directory, name);
      if (spec == null || !Files.isDirectory(files)) {
        return null;
      }
      StorageAdapterFactory factory =
          new PluginLoader<>(StorageAdapterFactory.class).get(spec.engine());
      if (!factory.capabilities().contains(StorageCapability.SHARED_READ)) {
        return null;
      }
      LineageReader reader = factory.openReader(new StorageConfig(files, spec.options()));
      boolean isComplete = false;
      try {
        isComplete = !StoreDirectory.isJournalAhead(directory, reader.visibleLsn());
        return isComplete ? reader : null;
      } finally {
        if (!isComplete) {
          reader.close();
        }
      }
    }
  }

  private HostStore openStore(Path directory, @Nullable FeedOrigin origin) {
    ServiceConfig own = config.ofHost(directory);
    FeedOrigin copied = origin == null ? FeedOrigin.of(directory).orElse(null) : origin;
    Kernel opened = ServiceKernel.open(own, null, copied);
    RetentionScheduler pruning =
        new RetentionScheduler(opened, own.retention(), own.limits().requestTime(), corruption);
    SinkPool sinks = new SinkPool(opened, new OperationTap(0));
    Sources sources = new Sources(opened, sinks, own.limits().lineBytes());
    FinishedRuns finished = new FinishedRuns(sources, System::nanoTime);
    LogCopy copiedLog = new LogCopy(directory, opened);
    pruning.start();
    return new HostStore(
        opened,
        routes(opened, own, sinks, sources, pruning, copiedLog),
        Readers.readable(own.adapters()),
        finished::forgetSilent,
        copiedLog,
        () -> pruning.stop(1));
  }
}
